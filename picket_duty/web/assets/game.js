// The terminal of textual.js: its websocket address, keyboard focus, and the reason why it was closed.
{
  const terminal = document.querySelector("#terminal");
  const stand = document.querySelector("#stand");
  const on = document.querySelector("#on");

  // Relative to the page, which may be behind a proxy.
  const address = new URL("ws", document.baseURI);
  address.protocol = address.protocol.replace("http", "ws");
  terminal.dataset.sessionWebsocketUrl = address.href;

  const closed = (reason) => {
    stand.textContent = reason || "The connection was lost. Your game is saved.";
    document.body.classList.add("closed");
    on.hidden = false;
    on.focus();
  };
  on.addEventListener("click", () => location.reload());
  window.WebSocket = class extends WebSocket {
    constructor(...words) {
      super(...words);
      this.addEventListener("close", (event) => closed(event.reason));
    }

    // The terminal sends its size before it is connected.
    send(message) {
      if (this.readyState === WebSocket.OPEN) super.send(message);
      else this.addEventListener("open", () => super.send(message), { once: true });
    }
  };

  // Focus the terminal without a click: once it exists, and whenever the window gets the focus again.
  const keys = () => terminal.querySelector("textarea");
  const takeKeys = () => on.hidden && keys()?.focus();
  const waiting = setInterval(() => {
    takeKeys();
    if (!on.hidden || (keys() && document.activeElement === keys())) clearInterval(waiting);
  }, 50);
  addEventListener("focus", takeKeys);
}
