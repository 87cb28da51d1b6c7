/**
 * The options of a link to a page above the current page: without them, the router would mark the link as a link to the
 * current page.
 */
export const exactly = { exact: true };
