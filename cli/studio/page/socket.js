// A host of the page: a server on this computer, behind a WebSocket. A line that is lost is made anew.

const SOON = [300, 700, 1500, 3000];
const FOR_GOOD = new Set([1008, 4004, 4005, 4006]);
const WRONG_LINK = 4005;

/** The server at this address; `token` is the secret of the link. */
export class SocketHost {
  constructor(address, token) {
    this.address = address;
    this.token = token;
    this.tries = 0;
  }

  open(told) {
    const socket = (this.socket = new WebSocket(this.address));
    socket.onopen = () => {
      this.tries = 0;
      this.send({ token: this.token });
      told.ready();
    };
    socket.onmessage = (event) => told.heard(JSON.parse(event.data));
    socket.onclose = ({ code }) => {
      const forGood = FOR_GOOD.has(code);
      told.lost({ forGood, wrongLink: code === WRONG_LINK });
      if (!forGood) setTimeout(() => this.open(told), SOON[Math.min(this.tries++, SOON.length - 1)]);
    };
  }

  get isOpen() {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  send(message) {
    this.socket.send(JSON.stringify(message));
  }
}
