// Files that are dropped on a page. Without this, the browser would leave the page, and the game with it.

const hasFiles = ({ dataTransfer }) => dataTransfer?.types.includes("Files");

/** `open(file)` hears of the first file that is dropped anywhere on the page. */
export function whenDropped(open) {
  addEventListener("dragover", (event) => hasFiles(event) && event.preventDefault());
  addEventListener("drop", (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    if (event.dataTransfer.files.length) open(event.dataTransfer.files[0]);
  });
}
