// The elements of the page by their names.

/** An element of index.html; its kind is known to the caller.
 * @param {string} id
 * @returns {any} */
export const field = (id) => document.getElementById(id);
