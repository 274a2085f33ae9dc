import { afterAll, expect, test } from 'bun:test'
import { startSimulator } from '../../emulator/control'
import { createControl } from '../../emulator/control-client'
import { startEmulator } from '../../emulator/emulator'
import { trustAnyCertificate } from '../trust-any-certificate'
import { type Device, linkedDevice, login, until } from './device'

trustAnyCertificate()
const { emulator, controlUrl, stop } = await startSimulator()
const control = createControl(controlUrl)
const devices: Device[] = []
afterAll(() => {
  for (const device of devices) device.end()
  return stop()
})

const hour = 3_600_000
let owners = 0
async function account() {
  const owner = `55119111100${++owners + 40}`
  emulator.owner(owner)
  const device = await linkedDevice(emulator, owner)
  devices.push(device)
  const acks: { id: string; error?: string }[] = []
  device.socket.ws.on('CB:ack,class:message', ({ attrs }) => acks.push({ id: attrs.id, error: attrs.error }))
  /** Sends a text and returns the error of its ack. */
  const send = async (number: string, text = 'Olá') => {
    const { key } = await device.send(`${number}@s.whatsapp.net`, { text })
    return (await until(() => acks.find(({ id }) => id === key.id))).error
  }
  return { owner, device, send, acks }
}

const eventsOf = (device: Device, name: string) =>
  device.events.filter((event) => event.name === name).map(({ data }) => data as Record<string, never>)

test('first messages to strangers use up the quota, warn twice, and are refused with 463 above it', async () => {
  const { owner, device, send } = await account()
  const ana = emulator.customer('5511922224001')
  await ana.send(emulator.owner(owner), 'Bom dia')
  await device.waitForText('Bom dia')
  const cycleEndsAt = (Math.floor(Date.now() / 1000) + 3600) * 1000
  await control.limitNewChats({ owner, quota: { total: 4, cycleEndsAt, warnings: [0.5, 0.75] } })
  const strangers = ['5511922224011', '5511922224012', '5511922224013', '5511922224014']
  for (const number of strangers) {
    emulator.customer(number)
    expect(await send(number)).toBeUndefined()
    expect(await send(number, 'mais uma')).toBeUndefined()
  }
  emulator.customer('5511922224015')
  expect(await send('5511922224015')).toBe('463')
  expect(await send(ana.number)).toBeUndefined()
  expect(await send('5511922224011')).toBeUndefined()
  const seen = await until(() => {
    const all = eventsOf(device, 'message-capping.update').map(({ capping_status }) => capping_status)
    return all.length >= 4 && all
  })
  expect(seen).toEqual(['NONE', 'FIRST_WARNING', 'SECOND_WARNING', 'CAPPED'] as never)
  expect(await device.socket.fetchNewChatMessageCap()).toMatchObject({
    total_quota: 4,
    used_quota: 4,
    capping_status: 'CAPPED',
    cycle_end_timestamp: String(cycleEndsAt / 1000),
  } as never)
  expect(emulator.customer('5511922224015').inbox).toHaveLength(0)
})

test('the end of the cycle renews the quota', async () => {
  const { owner, device, send } = await account()
  await control.limitNewChats({ owner, quota: { total: 1, used: 1, cycleMs: hour } })
  expect(await send('5511922224021')).toBe('463')
  const renewed = await control.endQuotaCycle({ owner })
  expect(renewed.quota).toMatchObject({ total: 1, used: 0, status: 'NONE' })
  expect(renewed.quota!.cycleEndsAt).toBeGreaterThan(Date.now())
  expect(await send('5511922224021')).toBeUndefined()
  await until(() => eventsOf(device, 'message-capping.update').length === 3)
})

test('a time-lock refuses strangers until its end and lets chats that exist go on', async () => {
  const { owner, device, send } = await account()
  const bia = emulator.customer('5511922224031', { addressing: 'lid' })
  await bia.send(emulator.owner(owner), 'Oi')
  await device.waitForText('Oi')
  expect(await send('5511922224033')).toBeUndefined()
  const lockEnd = (Math.floor(Date.now() / 1000) + 3600) * 1000
  await control.timeLock({ owner, lock: { until: lockEnd, kind: 'BIZ_QUALITY' } })
  expect(await send('5511922224032')).toBe('463')
  expect(await send('5511922224033')).toBeUndefined()
  const { key } = await device.send(bia.lidJid, { text: 'Olá, Bia' })
  await bia.waitFor(({ id }) => id === key.id)
  const locked = { isActive: true, timeEnforcementEnds: new Date(lockEnd), enforcementType: 'BIZ_QUALITY' }
  expect(await device.socket.fetchAccountReachoutTimelock()).toEqual(locked as never)
  await control.timeLock({ owner, lock: { until: Date.now() - 1 } })
  expect(await device.socket.fetchAccountReachoutTimelock()).toMatchObject({ isActive: false })
  expect(await send('5511922224032')).toBeUndefined()
})

test('a notice of a time-lock reaches a device that was offline at its next login', async () => {
  const { owner, device } = await account()
  device.end()
  await until(() => device.closeCode !== undefined)
  await control.timeLock({ owner, lock: { until: Date.now() + hour } })
  const back = await login(emulator, device.auth)
  devices.push(back)
  await until(() => eventsOf(back, 'connection.update').some(({ reachoutTimeLock }) => reachoutTimeLock))
})

test('limits, chats, blocks and answers survive a restart of the emulator', async () => {
  let saved: string | undefined
  const state = {
    load: () => saved,
    save(json: string) {
      saved = json
    },
  }
  const first = await startEmulator({ state })
  const owner = first.owner('5511911110099')
  owner.newChats.setQuota({ total: 5, used: 2 })
  owner.newChats.setTimeLock({ until: Date.now() + hour })
  const eva = first.customer('5511922224071', { answers: { text: 'Sim', afterMs: 1 } })
  eva.block(owner)
  await eva.send(owner, 'Oi')
  const before = owner.newChats.view()
  await first.stop()
  const second = await startEmulator({ state })
  expect(second.owner(owner.number).newChats.view()).toEqual(before)
  expect(before).toMatchObject({ quota: { used: 2 }, timeLock: { kind: 'BIZ_QUALITY' }, chats: 1 })
  const again = second.customer(eva.number)
  expect(again.answers).toEqual({ text: 'Sim', afterMs: 1 })
  expect([...again.blockedOwners]).toEqual([owner.number])
  await second.stop()
})

test('without limits, queries about them have no answer and strangers are reached', async () => {
  const { device, send } = await account()
  emulator.customer('5511922224051')
  expect(await send('5511922224051')).toBeUndefined()
  await expect(device.socket.fetchNewChatMessageCap()).rejects.toThrow('unexpected response')
})

test('a person who has blocked the number receives nothing; the message stays accepted', async () => {
  const { owner, device, send } = await account()
  const zeca = emulator.customer('5511922224061')
  const rui = emulator.customer('5511922224062')
  await control.block({ from: zeca.number, to: owner })
  expect(await send(zeca.number, 'Olá, Zeca')).toBeUndefined()
  const { key } = await device.send(rui.pnJid, { text: 'Olá, Rui' })
  await until(() => device.status(key.id!) === 3)
  expect(zeca.inbox).toHaveLength(0)
  await control.block({ from: zeca.number, to: owner, on: false })
  await send(zeca.number, 'De novo')
  expect(await zeca.waitFor(() => true)).toMatchObject({ text: 'De novo' })
})

test('people made at once are absent, block, read, answer once or stay silent', async () => {
  const { owner, device } = await account()
  const people = await control.addPeople({
    count: 10,
    first: '5511922225000',
    notOnWhatsApp: 2,
    blocking: { owner, count: 2 },
    reading: 2,
    answering: { count: 2, text: 'Quero!', afterMs: 1 },
  })
  expect(Object.values(people).map((numbers) => numbers.length)).toEqual([2, 2, 2, 2, 2])
  const asked = await device.socket.onWhatsApp(...people.notOnWhatsApp, ...people.silent)
  expect(asked?.map(({ jid }) => jid)).toEqual(people.silent.map((number) => `${number}@s.whatsapp.net`))
  const send = (number: string, text: string) => device.send(`${number}@s.whatsapp.net`, { text })
  const sent = new Map<string, string>()
  for (const numbers of [people.blocking, people.reading, people.answering, people.silent])
    for (const number of numbers) sent.set(number, (await send(number, 'Promoção')).key.id!)
  const answers = () => device.messages.filter(({ message }) => message?.conversation === 'Quero!')
  await until(() => answers().length === 2)
  const statusesOf = (numbers: string[]) => numbers.map((number) => device.status(sent.get(number)!))
  await until(() => statusesOf([...people.reading, ...people.answering]).every((status) => status === 4))
  await until(() => statusesOf(people.silent).every((status) => status === 3))
  expect(statusesOf(people.blocking).every((status) => status < 3)).toBe(true)
  const again = await send(people.answering[0]!, 'E agora?')
  await until(() => device.status(again.key.id!) === 4)
  expect(answers()).toHaveLength(2)
  expect(await control.thread({ phone: people.answering[0]! })).toMatchObject([
    { text: 'Promoção' },
    { text: 'Quero!', mine: true },
    { text: 'E agora?' },
  ])
  await expect(control.addPeople({ count: 1, first: '5511922226000', reading: 2 })).rejects.toThrow('exceed')
})
