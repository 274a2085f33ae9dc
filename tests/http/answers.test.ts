import { expect, test } from 'bun:test'
import { Elysia, t } from 'elysia'
import { describeApi } from '../../src/features/openapi/document'
import { answers, answersFile } from '../../src/features/openapi/model'
import { responseValidator, withResponseValidation } from '../documented-responses'
import { createInstallation } from '../installation'

const { app, services } = await createInstallation()

/** Routes that do not say what they answer, and why. */
const silent: Record<string, string> = {
  'GET /api/openapi.json': 'the document itself, whose form is that of OpenAPI 3.1',
}

test('every route says what it answers, but for those named here', () => {
  const { paths } = describeApi(app, services.version)
  const found = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations as Record<string, Operation>)
      .filter(([, { responses }]) => !responses[200].content)
      .map(([method]) => `${method.toUpperCase()} ${path}`),
  )
  expect(found.sort()).toEqual(Object.keys(silent).sort())
})
interface Operation {
  responses: { 200: { content?: Record<string, object> } }
}

test('an answer is compared with its schema, and has no field that is not named', () => {
  const Row = t.Object({ id: t.Number(), name: t.Nullable(t.String()) })
  const described = new Elysia()
    .get('/api/rows', () => '', { detail: answers(t.Object({ rows: t.Array(Row), more: t.Optional(t.Boolean()) })) })
    .get('/api/rows/:id', () => '', { detail: answers(Row) })
    .get('/api/rows/last', () => '', { detail: answers(t.Object({ last: t.Number() })) })
    .get('/api/rows/file', () => '', { detail: answersFile('text/csv') })
  const wrongWith = responseValidator(describeApi(described, '').paths as never)
  const rows = (answer: unknown) => wrongWith({ method: 'GET', path: '/api/rows' }, answer)
  const row = { id: 1, name: 'a' }
  expect([rows({ rows: [] }), rows({ rows: [row, { id: 2, name: null }], more: true })]).toEqual([undefined, undefined])
  expect(rows({ rows: [row], secret: 1 })).toContain('"additionalProperty":"secret"')
  expect(rows({ rows: [row, { ...row, secret: 1 }] })).toContain('/rows/1 must NOT have additional properties')
  expect(rows({ rows: [{ ...row, id: '1' }] })).toContain('/rows/0/id must be number')
  expect(rows({ rows: [{ id: 1 }] })).toContain("must have required property 'name'")
  expect(rows([])).toContain('must be object')
  expect(wrongWith({ method: 'GET', path: '/api/rows/7' }, row)).toBeUndefined()
  expect(wrongWith({ method: 'GET', path: '/api/rows/last' }, row)).toContain("required property 'last'")
  expect(wrongWith({ method: 'GET', path: '/api/rows/file' }, 'a;b')).toBeUndefined()
})

test('the application of a test stops at an answer that is not as described', async () => {
  const strange = { handle: async (_: Request) => Response.json({ users: [], hasMore: 'no' }), routes: app.routes }
  const asked = new Request('http://localhost/api/users/list?page=1')
  await expect(withResponseValidation(strange).handle(asked)).rejects.toThrow(
    'GET /api/users/list differs from its document: /hasMore',
  )
  const refused = {
    handle: async (_: Request) => Response.json({ error: 'ERR_X' }, { status: 403 }),
    routes: app.routes,
  }
  expect((await withResponseValidation(refused).handle(asked)).status).toBe(403)
})
