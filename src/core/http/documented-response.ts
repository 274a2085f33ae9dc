import { type TSchema, t } from 'elysia'

/**
 * Returns a `detail` that documents a route's response. Tests check it; at run time only `response` is checked. That
 * check copies and validates every response, too costly for lists and conversations.
 */
export const documentResponse = (schema: TSchema) => described({ 'application/json': { schema } })

/** Returns the same for a route whose response is a file: text or bytes of this media type. */
export const documentFileResponse = (type: string) => described({ [type]: { schema: { type: 'string' } } })

/**
 * Creates a new object for each route, because Elysia writes the guard's settings into it. Elysia's type lacks
 * `responses`.
 */
const described = (content: object): {} => ({ responses: { 200: { description: 'Done', content } } })

/** Fields beside the rows of a page; `next` is the `cursor` of the following page. */
export const pageFields = { hasMore: t.Boolean(), next: t.Nullable(t.String()) }

/** Response without data. */
export const Done = t.Object({ ok: t.Boolean() })

/** Response to a deletion. */
export const Deleted = t.Object({ id: t.Number() })
