// Each heading of a table becomes a button that sorts by its column: up, then down. Works by keyboard.
"use strict";
for (const table of document.querySelectorAll("table")) {
  const body = table.tBodies[0];
  const headings = [...table.tHead.rows[0].cells];
  const value = (row, place) => row.cells[place].textContent.replace(/−/g, "-").replace(/,(?=\d{3})/g, "");
  const inWords = new Intl.Collator("en", { numeric: true }); // 200 before 1000 where a column says "all", too
  const compare = (place, isNumber, sign) => (one, other) => {
    const [a, b] = [value(one, place), value(other, place)];
    if (a === "" || b === "") return (a === "") - (b === ""); // what is empty comes last, up and down
    return sign * (isNumber ? a - b : inWords.compare(a, b));
  };
  headings.forEach((heading, place) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...heading.childNodes);
    heading.append(button);
    button.addEventListener("click", () => {
      const isUp = heading.getAttribute("aria-sort") !== "ascending";
      for (const one of headings) one.removeAttribute("aria-sort");
      heading.setAttribute("aria-sort", isUp ? "ascending" : "descending");
      body.append(...[...body.rows].sort(compare(place, heading.classList.contains("n"), isUp ? 1 : -1)));
    });
  });
}
