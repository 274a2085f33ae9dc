import { afterEach, expect, test } from 'bun:test'
import { createControl } from '../../emulator/control-client'
import { demoConnections } from '../../src/demo/people'
import { until } from '../until'
import { cleanUp, run, serve, signIn } from './balcao'

afterEach(cleanUp)

const signInLine = /^ {2}(administrator|supervisor|agent)\s+(\S+@\S+)\s+(\S+)$/gm

test('demo prints its address, the page of the customers’ phones and working logins, each with tickets', async () => {
  const serving = await serve({ BALCAO_SUPER_EMAIL: '', BALCAO_SUPER_PASSWORD: '' }, ['demo'])
  const printed = () => serving.stdout()
  while (!printed().includes('Ctrl-C')) await Bun.sleep(20)
  // The first start takes seconds; a line says at once that it works.
  expect(printed()).toStartWith('Preparing the demonstration …\n')
  expect(printed()).toContain(`http://localhost:${serving.port}`)
  const phones = printed().match(/customers' phones\s+(\S+)/)?.[1] as string
  expect(await (await fetch(phones)).text()).toContain('<title>')
  const logins = [...printed().matchAll(signInLine)].map(([, , email = '', password = '']) => ({ email, password }))
  expect(logins).toHaveLength(3)
  for (const login of logins) {
    const token = await signIn(serving, login)
    const answer = await serving.get('/api/tickets', { authorization: `Bearer ${token}` })
    const { tickets } = (await answer.json()) as { tickets: unknown[] }
    expect([login.email, tickets.length > 0]).toEqual([login.email, true])
  }
  const [, email = '', password = ''] = /^ {2}provider\s+(\S+@\S+)\s+(\S+)$/m.exec(printed()) ?? []
  expect(await signIn(serving, { email, password })).toBeString()
  expect(await (await serving.get('/api/system')).json()).toMatchObject({ demo: true, simulatorUrl: phones })
  const { connections } = createControl(phones)
  const isOnline = async () =>
    (await connections({ number: demoConnections.linked.number })).some(({ state }) => state === 'online')
  await until('the restart after a first link', isOnline)
  expect([await serving.stop(), printed().split('\n').at(-2), serving.stderr()]).toEqual([
    0,
    expect.stringContaining('Ctrl-C'),
    '',
  ])
  await expect(fetch(phones)).rejects.toThrow()
})

test('serve refuses the directory of a demonstration, and demo refuses one of an installation', async () => {
  const demo = await serve({}, ['demo'])
  await demo.stop()
  const asReal = await run(['serve'], { BALCAO_DATA_DIR: demo.dataDir })
  expect([asReal.code, asReal.err]).toEqual([1, expect.stringContaining('belongs to balcao demo')])
  const real = await serve()
  await real.stop()
  const asDemo = await run(['demo'], { BALCAO_DATA_DIR: real.dataDir })
  expect([asDemo.code, asDemo.err]).toEqual([1, expect.stringContaining('BALCAO_DATA_DIR')])
})

test('demo refuses BALCAO_WHATSAPP_URL', async () => {
  const { code, err } = await run(['demo'], { BALCAO_WHATSAPP_URL: 'ws://127.0.0.1:1/ws/chat' })
  expect([code, err]).toEqual([2, expect.stringContaining('BALCAO_WHATSAPP_URL')])
})
