/** For links to a page above the current one: the router would otherwise mark them as links to the current page. */
export const exactly = { exact: true };
