import Ajv, { type ValidateFunction } from 'ajv/dist/2020'
import { describeApi, type Routes } from '../src/features/openapi/document'
import type { Schema } from '../src/features/openapi/schema'

/**
 * Whether real answers are what the API's document says of them: a JSON answer is compared with its route's schema,
 * in which an object has no other fields than those named. Schemas are compiled when first met, and kept for the run.
 */
export interface Asked {
  method: string
  /** Of the address, without a query. */
  path: string
}

interface Operation {
  template: string
  matches: RegExp
  schema: Schema | undefined
}
type Documented = Record<string, Record<string, { responses: Record<number, Answer> }>>
interface Answer {
  content?: Record<string, { schema: Schema }>
}

const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true })
const compiled = new Map<string, ValidateFunction>()

/** What a document says, as a function that tells what is wrong with an answer of 2xx; undefined where nothing is. */
export function documentedAnswers(paths: Documented) {
  const operations = new Map<string, Operation[]>()
  for (const [template, byMethod] of Object.entries(paths))
    for (const [method, { responses }] of Object.entries(byMethod)) {
      const schema = responses[200]?.content?.['application/json']?.schema
      const all = operations.get(method.toUpperCase()) ?? []
      operations.set(method.toUpperCase(), [...all, { template, matches: patternOf(template), schema }])
    }
  // A name in the address is meant before a parameter that could be it.
  for (const all of operations.values()) all.sort((a, b) => places(a.template) - places(b.template))
  return ({ method, path }: Asked, answer: unknown): string | undefined => {
    const operation = operations.get(method)?.find(({ matches }) => matches.test(path))
    return operation?.schema && wrongs(`${method} ${operation.template}`, operation.schema, answer)
  }
}

const patternOf = (template: string) => new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}/?$`)
const places = (template: string) => template.split('{').length

function wrongs(name: string, schema: Schema, answer: unknown): string | undefined {
  const check = compiled.get(name) ?? ajv.compile(closed(schema))
  compiled.set(name, check)
  if (check(answer)) return undefined
  const faults = (check.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  )
  return `${name} is not documented so: ${faults.slice(0, 5).join('; ')}`
}

/** What is not named is not answered; a fresh object, because a schema may stand in several places. */
function closed(schema: Schema): Schema {
  const { properties, items, anyOf, additionalProperties = false } = schema
  return {
    ...schema,
    ...(properties
      ? { properties: Object.fromEntries(Object.entries(properties).map(each)), additionalProperties }
      : {}),
    ...(items ? { items: closed(items) } : {}),
    ...(anyOf ? { anyOf: anyOf.map(closed) } : {}),
  }
}
const each = ([name, schema]: [string, Schema]): [string, Schema] => [name, closed(schema)]

interface Application extends Routes {
  handle(request: Request): Promise<Response>
}

/** The application, whose every JSON answer of 2xx is compared with its own document; one that differs is an error. */
export function watched<A extends Application>(app: A): A {
  const handle = app.handle.bind(app)
  const wrongWith = documentOf(app)
  app.handle = async (request) => {
    const answer = await handle(request)
    const isJson = answer.headers.get('content-type')?.startsWith('application/json')
    if (!answer.ok || !isJson) return answer
    const wrong = wrongWith(
      { method: request.method, path: new URL(request.url).pathname },
      await answer.clone().json(),
    )
    if (wrong) throw new Error(wrong)
    return answer
  }
  return app
}

let known: ReturnType<typeof documentedAnswers> | undefined

/** Every application of a run has the same routes, so the first one's document is read for all. */
const documentOf = (app: Routes) => {
  const read = () => (known ??= documentedAnswers(describeApi(app, '').paths as Documented))
  return (asked: Asked, answer: unknown) => read()(asked, answer)
}
