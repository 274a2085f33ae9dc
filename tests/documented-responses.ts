import Ajv, { type ValidateFunction } from 'ajv/dist/2020'
import { describeApi, type Routes } from '../src/features/api/openapi/document'
import type { Schema } from '../src/features/api/openapi/schema'

/**
 * Compares JSON responses with the API document: each must match its route's schema, in which an object has no fields
 * but those named (ADR 24). A schema is compiled at its first use and cached for the run.
 */
interface RequestLine {
  method: string
  /** Path of the URL, without its query. */
  path: string
}

interface Operation {
  template: string
  matches: RegExp
  schema: Schema | undefined
}
type Documented = Record<string, Record<string, { responses: Record<number, DocumentedResponse> }>>
interface DocumentedResponse {
  content?: Record<string, { schema: Schema }>
}

const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true })
const compiled = new Map<string, ValidateFunction>()

/** Function that describes how a 2xx response differs from the document; it returns undefined when it matches. */
export function responseValidator(paths: Documented) {
  const operations = new Map<string, Operation[]>()
  for (const [template, byMethod] of Object.entries(paths))
    for (const [method, { responses }] of Object.entries(byMethod)) {
      const schema = responses[200]?.content?.['application/json']?.schema
      const all = operations.get(method.toUpperCase()) ?? []
      operations.set(method.toUpperCase(), [...all, { template, matches: patternOf(template), schema }])
    }
  // Literal path segments win over parameters: /users/me before /users/{id}.
  for (const all of operations.values()) all.sort((a, b) => countParameters(a.template) - countParameters(b.template))
  return ({ method, path }: RequestLine, answer: unknown): string | undefined => {
    const operation = operations.get(method)?.find(({ matches }) => matches.test(path))
    return operation?.schema && violationsOf(`${method} ${operation.template}`, operation.schema, answer)
  }
}

const patternOf = (template: string) => new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}/?$`)
const countParameters = (template: string) => template.split('{').length

/** Describes how a value differs from its schema; undefined when it matches. */
export function violationsOf(name: string, schema: Schema, answer: unknown): string | undefined {
  const check = compiled.get(name) ?? ajv.compile(withoutOtherFields(schema))
  compiled.set(name, check)
  if (check(answer)) return undefined
  const faults = (check.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  )
  return `${name} differs from its document: ${faults.slice(0, 5).join('; ')}`
}

/** Copy of the schema that allows no unnamed fields; a copy, because routes share schemas. */
function withoutOtherFields(schema: Schema): Schema {
  const { properties, items, anyOf, additionalProperties = false } = schema
  return {
    ...schema,
    ...(properties
      ? { properties: Object.fromEntries(Object.entries(properties).map(closedEntry)), additionalProperties }
      : {}),
    ...(items ? { items: withoutOtherFields(items) } : {}),
    ...(anyOf ? { anyOf: anyOf.map(withoutOtherFields) } : {}),
  }
}
const closedEntry = ([name, schema]: [string, Schema]): [string, Schema] => [name, withoutOtherFields(schema)]

interface Application extends Routes {
  handle(request: Request): Promise<Response>
}

/** The application with `handle` replaced: it throws when a 2xx JSON response differs from the API document. */
export function withResponseValidation<A extends Application>(app: A): A {
  const handle = app.handle.bind(app)
  const validate = lazyValidator(app)
  app.handle = async (request) => {
    const answer = await handle(request)
    const isJson = answer.headers.get('content-type')?.startsWith('application/json')
    if (!answer.ok || !isJson) return answer
    const violation = validate(
      { method: request.method, path: new URL(request.url).pathname },
      await answer.clone().json(),
    )
    if (violation) throw new Error(violation)
    return answer
  }
  return app
}

let validatorOfRun: ReturnType<typeof responseValidator> | undefined

/** Validator of the first application of the run; all of them have the same routes. */
const lazyValidator = (app: Routes) => {
  const read = () => (validatorOfRun ??= responseValidator(describeApi(app).paths as Documented))
  return (request: RequestLine, answer: unknown) => read()(request, answer)
}
