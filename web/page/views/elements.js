// The elements of the page by their names.

/** The element of index.html with an id; its type follows from the id.
 * @template {string} Id @param {Id} id */
export const field = (id) => /** @type {import("../types.d.ts").Field<Id>} */ (/** @type {unknown} */ (document.getElementById(id)));
