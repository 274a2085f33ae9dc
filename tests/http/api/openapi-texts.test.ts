import { expect, test } from 'bun:test'
import Ajv from 'ajv/dist/2020'
import { describeApi } from '../../../src/features/api/openapi/document'
import { operationTexts } from '../../../src/features/api/openapi/operation-texts'
import type { Schema } from '../../../src/features/api/openapi/schema'
import { describeWebhooks } from '../../../src/features/api/webhooks/event-model'
import { errorStatus } from '../../../src/shared/errors'
import { createInstallation } from '../../installation'
import { httpRoutes, routeKey } from '../access/table'

/** Rules of Spectral's set for OpenAPI (`spectral:oas`) that a document may break, and one example per operation. */

type Content = Record<string, { schema: Schema; example?: unknown }>
interface Operation {
  operationId: string
  summary: string
  description: string
  tags: string[]
  requestBody?: { content: Content }
  responses: Record<string, { $ref?: string; content?: Content }>
}
const { app } = await createInstallation()
const document = describeApi(app, describeWebhooks())
const entries = Object.entries({ ...document.paths, ...document.webhooks }).flatMap(([path, methods]) =>
  Object.entries(methods as Record<string, Operation>).map(
    ([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const,
  ),
)
const wrongOf = (isWrong: (operation: Operation, name: string) => boolean) =>
  entries.filter(([name, operation]) => isWrong(operation, name)).map(([name]) => name)

test('each route has its texts, and no text is left of a route that is gone', () => {
  const keys = httpRoutes(app)
    .filter(({ path }) => path.startsWith('/api/'))
    .map(routeKey)
  expect(Object.keys(operationTexts).sort()).toEqual([...new Set(keys)].sort())
})

test('each operation has a summary of its own and a description of whole sentences', () => {
  expect(wrongOf(({ summary, description }, name) => summary === name || !/^[A-Z`].*\.$/s.test(description))).toEqual(
    [],
  )
  const summaries = entries.map(([, { summary }]) => summary)
  expect(summaries.filter((summary, at) => summaries.indexOf(summary) !== at)).toEqual([])
  expect(summaries.filter((summary) => summary.length > 60 || summary.endsWith('.'))).toEqual([])
})

test('each tag is defined once with a description, and each defined tag is used', () => {
  const used = new Set(entries.flatMap(([, { tags }]) => tags))
  expect(document.tags.map(({ name }) => name).sort()).toEqual([...used].sort())
  expect(document.tags.filter(({ description }) => !description.endsWith('.'))).toEqual([])
  expect(wrongOf(({ tags }) => tags.length !== 1)).toEqual([])
})

test('each body and each documented answer has an example that its schema accepts', () => {
  const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true })
  const faults = entries.flatMap(([name, { requestBody, responses }]) => {
    const contents = [requestBody?.content, responses['200']?.content].filter((content) => content !== undefined)
    return contents
      .flatMap((content) => Object.entries(content))
      .filter(([type]) => type !== 'application/octet-stream')
      .filter(([, { schema, example }]) => example === undefined || !ajv.validate(schema, example))
      .map(([type]) => `${name} ${type}: ${ajv.errorsText().slice(0, 200)}`)
  })
  expect(faults).toEqual([])
})

test('each error of a text exists, and its status is among the responses of the operation', () => {
  const named = entries.flatMap(([name, { description, responses }]) =>
    [...(/Errors beside the usual ones: ([^.]*)/.exec(description)?.[1]?.split(', ') ?? [])].map((code) => ({
      name,
      status: errorStatus[code as keyof typeof errorStatus],
      responses,
    })),
  )
  expect(named.length).toBeGreaterThan(300)
  expect(named.filter(({ status, responses }) => !responses[status]).map(({ name }) => name)).toEqual([])
  const refused = document.components.responses as Record<string, { content: Content }>
  for (const { content } of Object.values(refused)) expect(content['application/json']?.example).toHaveProperty('error')
})

test('the document names a contact, a description and a licence, and has no unused component', () => {
  expect(document.info).toMatchObject({ contact: { name: expect.any(String) }, description: expect.any(String) })
  expect(document.info.license.name).toBe('GPL-3.0-or-later')
  const text = JSON.stringify(document)
  const { responses, schemas, securitySchemes } = document.components
  const unused = [
    ...Object.keys(responses).filter((name) => !text.includes(`"#/components/responses/${name}"`)),
    ...Object.keys(schemas).filter((name) => !text.includes(`"#/components/schemas/${name}"`)),
    ...Object.keys(securitySchemes).filter((name) => !text.includes(`{"${name}":[]}`)),
  ]
  expect(unused).toEqual([])
})
