import { afterAll, beforeAll, expect, test } from 'bun:test'
import { addressBookOf } from '../../src/whatsapp/signals'
import { createWorld, until, type World, waitForStatus } from './world'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.stop())

test('the address book of a newly linked phone reaches the host, people with names only', async () => {
  const owner = world.emulator.owner('5511911110001')
  await world.whatsapp.start(world.connection)
  await owner.scan((await waitForStatus(world, 'qrcode', 'scanQr')).qrcode)
  await waitForStatus(world, 'CONNECTED')
  await owner.sendAddressBook([
    { jid: '551188880001@s.whatsapp.net', name: 'Ana da feira' },
    { jid: '120363000000000001@g.us', name: 'Família' },
    { jid: '5511988880002@s.whatsapp.net', name: '' },
  ])
  const entries = await until('the address book', () => world.host.addressBook.length > 0 && world.host.addressBook)
  expect(entries).toEqual([{ number: '5511988880001', jid: '551188880001@s.whatsapp.net', name: 'Ana da feira' }])
})

test('addressBookOf finds hidden numbers in the LID mapping and omits people without a known number or a name', async () => {
  const known = new Map([['900001_reverse', '551188880003']])
  const chats = [
    { id: '900001@lid', name: 'Bia' },
    { id: '900002@lid', name: 'Ninguém sabe' },
    { id: '900003@lid', phoneNumber: '5511988880004@s.whatsapp.net', name: 'Caio' },
    { id: 'status@broadcast', name: 'Status' },
    { id: '5511988880005@s.whatsapp.net' },
  ]
  expect(await addressBookOf(chats, async (id) => known.get(id))).toEqual([
    { number: '5511988880003', jid: '900001@lid', name: 'Bia' },
    { number: '5511988880004', jid: '900003@lid', name: 'Caio' },
  ])
})
