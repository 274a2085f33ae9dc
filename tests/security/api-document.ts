import { responseValidator } from '../documented-responses'

/** Reads the routes of a running executable from its OpenAPI document. */

/** Part of JSON schema that the fuzzing uses. */
export interface Schema {
  type?: string
  format?: string
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  enum?: unknown[]
  maxLength?: number
  minimum?: number
  maximum?: number
  pattern?: string
}
export interface FuzzedRoute {
  method: string
  path: string
  /** True if it needs no login. */
  isPublic: boolean
  body: Schema | null
  query: Schema | null
}

export const propertiesOf = (schema: Schema | null) => Object.entries(schema?.properties ?? {})

/** Properties with a constraint; a property without one accepts every value. */
export const constrainedPropertiesOf = (schema: Schema | null) =>
  propertiesOf(schema).filter(([, { type, anyOf, enum: values }]) => type !== undefined || anyOf || values)

/** Names of the fields that take a file or a list of files. */
export const fileFieldsOf = (schema: Schema | null) =>
  propertiesOf(schema)
    .filter(([, { format, items }]) => format === 'binary' || items?.format === 'binary')
    .map(([name]) => name)

interface Operation {
  security: Record<string, string[]>[]
  parameters: { name: string; in: string; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>
}
interface Document {
  paths: Record<string, Record<string, Operation>>
}

/** Routes of the process that are not in the API document. */
const routesOutsideApi: FuzzedRoute[] = ['/', '/healthz', '/readyz', '/metrics', '/setup', '/chunk-:id'].map(
  (path) => ({
    ...{ method: 'GET', path, isPublic: true, body: null, query: null },
  }),
)
const textUpTo = (maxLength: number): Schema => ({ type: 'string', maxLength })
const media: FuzzedRoute = {
  ...{ method: 'GET', path: '/media/:id', isPublic: true, body: null },
  query: { properties: { c: { type: 'number' }, exp: { type: 'number' }, sig: textUpTo(100) } },
}

/** Returns all routes and `validateResponse`, which describes the first difference of a response from the document. */
export async function readApiDocument(url: string) {
  const { paths } = (await (await fetch(`${url}/api/openapi.json`)).json()) as Document
  const routes = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => routeOf(method, path, operation)),
  )
  return { routes: [...routes, media, ...routesOutsideApi], validateResponse: responseValidator(paths) }
}

const routeOf = (method: string, path: string, { security, parameters, requestBody }: Operation): FuzzedRoute => {
  const content = requestBody?.content ?? {}
  const queryParameters = parameters.filter((parameter) => parameter.in === 'query')
  return {
    method: method.toUpperCase(),
    path: path.replace(/\{(\w+)\}/g, ':$1'),
    isPublic: !security.some((one) => 'accessToken' in one),
    body: (content['application/json'] ?? content['multipart/form-data'])?.schema ?? null,
    query:
      queryParameters.length > 0
        ? { properties: Object.fromEntries(queryParameters.map(({ name, schema }) => [name, schema])) }
        : null,
  }
}
