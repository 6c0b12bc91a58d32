// The elements of the page by their names.

/** An element of index.html; its kind follows from its name.
 * @template {string} Id @param {Id} id */
export const field = (id) => /** @type {import("../types.d.ts").Field<Id>} */ (/** @type {unknown} */ (document.getElementById(id)));
