import { type TSchema, t } from 'elysia'

/**
 * What a route answers, for its `detail`: described in the API's document and checked by the tests, not at run time as
 * `response` is. That costs a copy and a check of every answer, which lists and conversations should not pay.
 */
export const answers = (schema: TSchema) => described({ 'application/json': { schema } })

/** The same of a route that answers a file: text or bytes of this media type. */
export const answersFile = (type: string) => described({ [type]: { schema: { type: 'string' } } })

/** Anew each time, because the framework writes what the guard asks into the very object; whose type of it knows less. */
const described = (content: object): {} => ({ responses: { 200: { description: 'Done', content } } })

/** Beside the rows of a page; `next` is the `cursor` of the one after. */
export const paged = { hasMore: t.Boolean(), next: t.Nullable(t.String()) }

/** Nothing to say but that it was done. */
export const Done = t.Object({ ok: t.Boolean() })

/** Of what is no more. */
export const Deleted = t.Object({ id: t.Number() })
