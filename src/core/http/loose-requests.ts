import type { AnyElysia } from 'elysia'
import { readLooseValue } from './loose-values'

type Transform = (context: { body: unknown; query: unknown }) => object
interface Hook {
  body?: unknown
  query?: unknown
  transform?: Transform | Transform[]
  beforeHandle?: unknown
}
/** The method of an application that Elysia's types hide. */
interface Internals {
  add(method: string, path: string, handler: unknown, hook?: Hook, options?: object): void
}

/**
 * Makes every route of an application read bodies and queries in the forms that programs for related products send,
 * before its schemas decide about them (docs/api.md, "Values in other forms"). The routes and the API document keep the
 * one form of their schemas.
 */
export function acceptLooseRequests<App extends AnyElysia>(app: App): App {
  const internals = app as unknown as Internals
  const { add } = internals
  internals.add = (method, path, handler, hook, options) =>
    add.call(app, method, path, handler, hook && method !== 'WS' ? withLooseValues(hook) : hook, options)
  return app
}

function withLooseValues(hook: Hook): Hook {
  const { body, query } = hook
  const readers = [...(isSchema(body) ? [bodyReader(body)] : []), ...(isSchema(query) ? [queryReader(query)] : [])]
  if (readers.length === 0) return hook
  const transform = [hook.transform ?? [], readers].flat()
  return isSchema(body)
    ? { ...hook, transform, beforeHandle: [removeAbsentFields, hook.beforeHandle ?? []].flat() }
    : { ...hook, transform }
}

/** Removes fields that were blank, after the schema has counted them: services read a field that is there as given. */
const removeAbsentFields = ({ body }: { body: unknown }) => removeAbsent(body)

function removeAbsent(value: unknown) {
  if (typeof value !== 'object' || value === null || value instanceof Blob) return
  for (const [name, field] of Object.entries(value))
    if (field !== undefined) removeAbsent(field)
    else if (!Array.isArray(value)) delete (value as Record<string, unknown>)[name]
}

const isSchema = (schema: unknown): schema is object => typeof schema === 'object' && schema !== null

/** Each reader names the one field that it needs, because Elysia reads the source of hooks (`guard.ts`). */
const bodyReader =
  (schema: object): Transform =>
  ({ body }) => ({ body: readLooseValue(schema, body) })

const queryReader = (schema: { required?: string[] }): Transform => {
  const required = schema.required ?? []
  return ({ query }) => ({ query: readLooseValue(schema, withoutBlanks(query as Record<string, unknown>, required)) })
}

/** The parameters without blank ones, which say the same as absent ones. */
function withoutBlanks(query: Record<string, unknown>, required: string[]) {
  const given = Object.entries(query).filter(([name, value]) => value !== '' || required.includes(name))
  return given.length === Object.keys(query).length ? query : Object.fromEntries(given)
}
