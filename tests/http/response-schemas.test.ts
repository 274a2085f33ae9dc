import { expect, test } from 'bun:test'
import { Elysia, t } from 'elysia'
import { documentFileResponse, documentResponse } from '../../src/core/http/documented-response'
import { describeApi } from '../../src/features/api/openapi/document'
import { responseValidator, withResponseValidation } from '../documented-responses'
import { createInstallation } from '../installation'

const { app } = await createInstallation()

/** Routes without a response schema, with the reason. */
const withoutSchema: Record<string, string> = {
  'GET /api/openapi.json': 'the API document itself, in the format of OpenAPI 3.1',
}

test('every route but those in withoutSchema documents its response', () => {
  const { paths } = describeApi(app)
  const found = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations as Record<string, Operation>)
      .filter(([, { responses }]) => !responses[200].content)
      .map(([method]) => `${method.toUpperCase()} ${path}`),
  )
  expect(found.sort()).toEqual(Object.keys(withoutSchema).sort())
})
interface Operation {
  responses: { 200: { content?: Record<string, object> } }
}

test('responseValidator reports wrong types, missing fields and fields outside of the schema', () => {
  const Row = t.Object({ id: t.Number(), name: t.Nullable(t.String()) })
  const documentedApp = new Elysia()
    .get('/api/rows', () => '', {
      detail: documentResponse(t.Object({ rows: t.Array(Row), more: t.Optional(t.Boolean()) })),
    })
    .get('/api/rows/:id', () => '', { detail: documentResponse(Row) })
    .get('/api/rows/last', () => '', { detail: documentResponse(t.Object({ last: t.Number() })) })
    .get('/api/rows/file', () => '', { detail: documentFileResponse('text/csv') })
  const findDifference = responseValidator(describeApi(documentedApp).paths as never)
  const rows = (body: unknown) => findDifference({ method: 'GET', path: '/api/rows' }, body)
  const row = { id: 1, name: 'a' }
  expect([rows({ rows: [] }), rows({ rows: [row, { id: 2, name: null }], more: true })]).toEqual([undefined, undefined])
  expect(rows({ rows: [row], secret: 1 })).toContain('"additionalProperty":"secret"')
  expect(rows({ rows: [row, { ...row, secret: 1 }] })).toContain('/rows/1 must NOT have additional properties')
  expect(rows({ rows: [{ ...row, id: '1' }] })).toContain('/rows/0/id must be number')
  expect(rows({ rows: [{ id: 1 }] })).toContain("must have required property 'name'")
  expect(rows([])).toContain('must be object')
  expect(findDifference({ method: 'GET', path: '/api/rows/7' }, row)).toBeUndefined()
  expect(findDifference({ method: 'GET', path: '/api/rows/last' }, row)).toContain("required property 'last'")
  expect(findDifference({ method: 'GET', path: '/api/rows/file' }, 'a;b')).toBeUndefined()
})

test('withResponseValidation throws for a response that differs from its document and passes refusals', async () => {
  const undocumented = { handle: async (_: Request) => Response.json({ users: [], hasMore: 'no' }), routes: app.routes }
  const request = new Request('http://localhost/api/users/list?page=1')
  await expect(withResponseValidation(undocumented).handle(request)).rejects.toThrow(
    'GET /api/users/list differs from its document: /hasMore',
  )
  const refused = {
    handle: async (_: Request) => Response.json({ error: 'ERR_X' }, { status: 403 }),
    routes: app.routes,
  }
  expect((await withResponseValidation(refused).handle(request)).status).toBe(403)
})
