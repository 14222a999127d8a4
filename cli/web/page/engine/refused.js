/** Something that can't be done; `message` says why, to people. */
export class Refused extends Error {}
