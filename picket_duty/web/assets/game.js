// The terminal of textual.js: its websocket address, font size, keyboard focus, screen reader mode, and the reason why
// it was closed.
{
  const terminal = document.querySelector("#terminal");
  const stand = document.querySelector("#stand");
  const on = document.querySelector("#on");

  // Relative to the page, which may be behind a proxy.
  const address = new URL("ws", document.baseURI);
  address.protocol = address.protocol.replace("http", "ws");
  terminal.dataset.sessionWebsocketUrl = address.href;

  // The largest font in which the game fits the window. A cell of Roboto Mono is 0.6 font sizes wide and 1.32 high.
  const wide = 0.6, high = 1.32;
  const { columns, lines, leastFont, mostFont } = terminal.dataset;
  const fits = (size) =>
    terminal.clientWidth >= columns * size * wide && terminal.clientHeight >= lines * size * high;
  const fittingSize = () => {
    for (let size = Number(mostFont); size > Number(leastFont); size -= 0.5) if (fits(size)) return size;
    return Number(leastFont);
  };
  if (!terminal.dataset.fontSize) {
    terminal.dataset.fontSize = fittingSize();
    // A terminal keeps its font: where the game no longer fits, as when a phone is turned, the page is loaded again.
    let waiting;
    addEventListener("resize", () => {
      clearTimeout(waiting);
      waiting = setTimeout(() => {
        const size = Number(terminal.dataset.fontSize);
        if (on.hidden && !fits(size) && fittingSize() < size) location.reload();
      }, 500);
    });
  }

  // Screen reader mode: the text of the terminal is also in the accessibility tree.
  const reader = document.querySelector("#reader");
  const isRead = localStorage.getItem("screenReader") === "on";
  terminal.dataset.screenReader = isRead ? "on" : "off";
  reader.setAttribute("aria-pressed", isRead);
  reader.addEventListener("click", () => {
    localStorage.setItem("screenReader", isRead ? "off" : "on");
    location.reload();
  });

  // The terminal takes every key but this one, which leads to the links below it.
  addEventListener(
    "keydown",
    (event) => {
      if (!event.ctrlKey || event.key !== "F6") return;
      event.preventDefault();
      event.stopPropagation();
      if (terminal.contains(document.activeElement)) reader.focus();
      else keys()?.focus();
    },
    true,
  );

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
