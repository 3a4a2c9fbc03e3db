// The terminal of textual.js: where it speaks to, that it has the keys, and why it was closed.
{
  const terminal = document.querySelector("#terminal");
  const stand = document.querySelector("#stand");
  const on = document.querySelector("#on");

  // Beside the page, wherever that was loaded from.
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

    // The terminal has keys to tell of before it is connected.
    send(message) {
      if (this.readyState === WebSocket.OPEN) super.send(message);
      else this.addEventListener("open", () => super.send(message), { once: true });
    }
  };

  // The keys are the terminal's without a click: once it is there, and whenever the window has them again.
  const keys = () => terminal.querySelector("textarea");
  const takeKeys = () => on.hidden && keys()?.focus();
  const waiting = setInterval(() => {
    takeKeys();
    if (!on.hidden || (keys() && document.activeElement === keys())) clearInterval(waiting);
  }, 50);
  addEventListener("focus", takeKeys);
}
