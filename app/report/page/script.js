// Each heading of a table becomes a button that sorts by its column: up, then down. Works by keyboard.
"use strict";
for (const table of document.querySelectorAll("table")) {
  const body = table.tBodies[0];
  const headings = [...table.tHead.rows[0].cells];
  const value = (row, place) => row.cells[place].textContent.replace(/−/g, "-").replace(/,(?=\d{3})/g, "");
  const compare = (place, isNumber) => (one, other) => {
    const [a, b] = [value(one, place), value(other, place)];
    if (a === "" || b === "") return (a === "") - (b === ""); // what is empty comes first, and last the other way
    return isNumber ? a - b : a.localeCompare(b);
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
      const rows = [...body.rows].sort(compare(place, heading.classList.contains("n")));
      body.append(...(isUp ? rows : rows.reverse()));
    });
  });
}
