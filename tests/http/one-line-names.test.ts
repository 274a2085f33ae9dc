import { expect, test } from 'bun:test'
import { describeApi } from '../../src/features/api/openapi/document'
import type { Schema } from '../../src/features/api/openapi/schema'
import { createInstallation, errorAnswer } from '../installation'

/** Names and titles are written into mails and lists: none contains a line end or another control character. */

const { app, clientAs } = await createInstallation()

/** Names that are no text of a form, with the reason. */
const others = [
  'POST /api/contacts/upload []', // rows of a spreadsheet, which the service cleans
  'POST /api/flowbuilder/flow/{id}/try/prompt', // names of variables and headers in a trial
  'POST /api/flowbuilder/flow/{id}/try/fields headers[]',
  'POST /api/flowbuilder/flow/{id}/try/request headers[]',
  'POST /api/flowbuilder/flow/{id}/try/typebot',
]

interface Operation {
  requestBody?: { content: Record<string, { schema: Schema }> }
}
interface Field {
  at: string
  pattern?: string
}

/** Texts called name or title in a schema. */
function namesIn(schema: Schema & { pattern?: string }, at: string): Field[] {
  const { anyOf = [], items, properties = {} } = schema
  return [
    ...anyOf.flatMap((each) => namesIn(each, at)),
    ...(items ? namesIn(items, `${at}[]`) : []),
    ...Object.entries(properties).flatMap(([name, each]: [string, Schema & { pattern?: string }]) => [
      ...(each.type === 'string' && /^(name|title|adminName)$/.test(name) ? [{ at, pattern: each.pattern }] : []),
      ...namesIn(each, `${at} ${name}`),
    ]),
  ]
}

const fields = Object.entries(describeApi(app).paths).flatMap(([path, operations]) =>
  Object.entries(operations as Record<string, Operation>).flatMap(([method, { requestBody }]) =>
    Object.values(requestBody?.content ?? {}).flatMap(({ schema }) =>
      namesIn(schema, `${method.toUpperCase()} ${path}`),
    ),
  ),
)

test('every name and title in a request refuses line ends and control characters', () => {
  const accepts = (pattern: string | undefined, text: string) => new RegExp(pattern ?? '').test(text)
  const open = fields.filter(
    ({ at, pattern }) =>
      !others.includes(at) &&
      ['A\nB', 'A\r\nBcc: b@c.test', 'A\0', 'A\u007f', 'A\u0085B', 'A\u2028B', 'AB\n'].some((text) =>
        accepts(pattern, text),
      ),
  )
  expect(fields.length).toBeGreaterThan(40)
  expect(open.map(({ at }) => at)).toEqual([])
  expect(
    fields.filter(({ at, pattern }) => !others.includes(at) && !accepts(pattern, 'Padaria São João 2')).length,
  ).toBe(0)
})

test('a user whose name contains a line end is refused with the field, and none is created', async () => {
  const ana = clientAs('ana')
  const before = (await ana.users.list.get()).data
  const body = { name: 'Nome\r\nBcc: alvo@x.test', email: 'novo@x.test', password: 'nove violoncelos', profile: 'user' }
  expect(await ana.users.post(body as never)).toMatchObject(errorAnswer(422, 'ERR_VALIDATION'))
  expect((await ana.users.list.get()).data).toEqual(before)
})
