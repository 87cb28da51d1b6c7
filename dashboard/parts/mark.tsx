/** The name of the product with its sign: lines of a text, and a check. */
export function Mark() {
  return (
    <span className="mark">
      <svg viewBox="0 0 32 32" aria-hidden="true" focusable="false">
        <rect width="32" height="32" rx="7" />
        <path className="mark-lines" d="M8 9.5h16M8 15h7" />
        <path className="mark-check" d="m11.5 21 4 4L24.5 15" />
      </svg>
      Proviso
    </span>
  );
}
