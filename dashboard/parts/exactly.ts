/** For links to a page above the current one, which are not links to the current page. */
export const exactly = { exact: true };
