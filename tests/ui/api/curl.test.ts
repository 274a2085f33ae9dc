import { expect, test } from 'bun:test'
import { curlCommand } from '../../../ui/pages/api/messages-api/curl'

const request = {
  address: 'https://x.test/api/messages/send',
  token: 'abc',
  number: '5511988887777',
  files: [],
  closeTicket: false,
}

test('the command passes typed text through a shell unchanged', async () => {
  const body = `Olá 'você' $HOME \`ls\` "aspas" \\ fim`
  const curl = curlCommand({ ...request, body })
  const said = await new Response(Bun.spawn(['sh', '-c', curl.replace(/^curl/, 'printf "%s\\n"')]).stdout).text()
  const data = said.trimEnd().split('\n').at(-1) as string
  expect(JSON.parse(data)).toEqual({ number: request.number, body })
  expect(said).toContain('Authorization: Bearer abc')
})

test('closeTicket is included in JSON and in form requests', () => {
  const closing = { ...request, body: 'Até logo', closeTicket: true }
  expect(curlCommand(closing)).toContain('"closeTicket":true')
  expect(curlCommand({ ...closing, files: ['nota.pdf'] })).toContain("-F 'closeTicket=true' \\\n")
})

test('the queue and the idempotency key are included when they are given', () => {
  const named = { ...request, body: 'Oi', queueId: '7', key: "pedido-'123'" }
  expect(curlCommand(named)).toContain(`-H 'Idempotency-Key: pedido-'\\''123'\\'''`)
  expect(curlCommand(named)).toContain('"queueId":7')
  expect(curlCommand({ ...named, files: ['nota.pdf'] })).toContain("-F 'queueId=7' \\\n")
  expect(curlCommand({ ...named, queueId: '', key: '' })).not.toMatch(/Idempotency|queueId/)
})

test('a request with files is sent as a form', () => {
  expect(curlCommand({ ...request, body: 'A nota', files: ['nota.pdf'] })).toEndWith(
    "-F 'number=5511988887777' \\\n  -F 'body=A nota' \\\n  -F 'medias=@nota.pdf'",
  )
})
