// The page of `gdl studio`: a server on this computer is its host.

import { SocketHost } from "./socket.js";
import { begin } from "./studio.js";

begin(new SocketHost(`ws://${location.host}/line`, location.hash.slice(1)));
