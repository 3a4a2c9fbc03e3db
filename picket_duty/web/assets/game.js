// The terminal of textual.js: its font size, its keyboard focus, and what is shown after it was closed.
{
  const terminal = document.querySelector("#terminal");
  const end = document.querySelector("#end");

  // The largest font in which the game fits the window. A cell of Roboto Mono is 0.6 font sizes wide and 1.32 high.
  const { columns, lines, leastFont, fittedFont } = terminal.dataset;
  const fits = (size) =>
    terminal.clientWidth >= columns * size * 0.6 && terminal.clientHeight >= lines * size * 1.32;
  const largest = () => {
    let size = Number(fittedFont);
    while (size > Number(leastFont) && !fits(size)) size -= 0.5;
    return size;
  };
  // Cells are whole pixels, so that the largest font may still be too large.
  const followWindow = (screen) => {
    let size = largest();
    let room;
    do {
      screen.terminal.options.fontSize = size;
      room = screen.fitAddon.proposeDimensions();
      size -= 0.5;
    } while (size >= leastFont && (room?.cols < columns || room?.rows < lines));
    screen.fit();
  };
  if (!terminal.dataset.fontSize) {
    terminal.dataset.fontSize = largest();
    // The font follows the window. textual.js keeps its object to itself, which is caught here as it is made.
    Object.defineProperty(Object.prototype, "websocket_url", {
      configurable: true,
      set(url) {
        delete Object.prototype.websocket_url;
        this.websocket_url = url;
        addEventListener("resize", () => followWindow(this));
      },
    });
  }

  end.querySelector("button").addEventListener("click", () => location.reload());
  window.WebSocket = class extends WebSocket {
    constructor(...words) {
      super(...words);
      this.addEventListener("close", (event) => {
        document.querySelector("#reason").textContent = event.reason || "The server was stopped. Your game is saved.";
        end.showModal();
      });
    }

    // The terminal sends its size before it is connected.
    send(message) {
      if (this.readyState === WebSocket.OPEN) super.send(message);
      else this.addEventListener("open", () => super.send(message), { once: true });
    }
  };

  // Focus the terminal without a click: once it exists, and whenever the window gets the focus again.
  const takeKeys = () => {
    const keys = terminal.querySelector("textarea");
    if (!end.open) keys?.focus();
    return end.open || (keys && document.activeElement === keys);
  };
  const waiting = setInterval(() => takeKeys() && clearInterval(waiting), 50);
  addEventListener("focus", takeKeys);
}
