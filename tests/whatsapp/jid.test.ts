import { expect, test } from 'bun:test'
import { canonicalNumber, numberVariants } from '../../src/shared/phone/forms'
import {
  bareJid,
  chatOf,
  identityOf,
  isChatJid,
  lidDigits,
  parseJid,
  participantOf,
  pnDigits,
} from '../../src/whatsapp/jid'

test('parseJid splits an address, and bareJid removes its device', () => {
  expect(parseJid('5511987654321:12@s.whatsapp.net')).toEqual({
    user: '5511987654321',
    device: 12,
    server: 's.whatsapp.net',
  })
  expect(parseJid('not an address')).toBeNull()
  expect(parseJid(undefined)).toBeNull()
  expect(bareJid('5511987654321:12@s.whatsapp.net')).toBe('5511987654321@s.whatsapp.net')
  expect(bareJid('5511987654321@c.us')).toBe('5511987654321@s.whatsapp.net')
  expect(bareJid('77_1:3@lid')).toBe('77@lid')
  expect(bareJid('77:99@hosted.lid')).toBe('77@lid')
  expect(bareJid('1203630@g.us')).toBe('1203630@g.us')
  expect(bareJid('?')).toBe('')
})

test('a LID is never read as a phone number', () => {
  expect(pnDigits('123456789012345@lid')).toBeNull()
  expect(lidDigits('123456789012345@lid')).toBe('123456789012345')
  expect(identityOf('123@lid')).toEqual({ number: null, lid: '123', jid: '123@lid', isGroup: false })
})

test('isChatJid accepts people and groups only', () => {
  for (const jid of ['1@s.whatsapp.net', '1@lid', '1-2@g.us']) expect(isChatJid(jid)).toBe(true)
  for (const jid of ['status@broadcast', '17@broadcast', '9@newsletter', '0@s.whatsapp.net', '', '1@bot', null])
    expect(isChatJid(jid)).toBe(false)
})

const me = { pn: '5511900000000', lid: '900' }
test('chatOf and participantOf combine both addresses of a key', () => {
  expect(chatOf({ remoteJid: '55118765432@s.whatsapp.net', remoteJidAlt: '7@lid' }, me)).toMatchObject({ lid: '7' })
  expect(chatOf({ remoteJid: '7@lid', remoteJidAlt: '551187654321@s.whatsapp.net' }, me)).toEqual({
    number: '5511987654321',
    lid: '7',
    jid: '7@lid',
    isGroup: false,
  })
  expect(
    chatOf({ remoteJid: '7@lid', remoteJidAlt: '5511900000000@s.whatsapp.net', fromMe: true }, me).number,
  ).toBeNull()
  expect(chatOf({ remoteJid: '5511988887777@s.whatsapp.net', remoteJidAlt: '900@lid' }, me).lid).toBeNull()
  expect(chatOf({ remoteJid: '900@lid', remoteJidAlt: '5511900000000@s.whatsapp.net' }, me)).toMatchObject({
    ...{ number: '5511900000000', lid: '900' }, // the chat with oneself
  })
  const key = { remoteJid: '1@g.us', participant: '7:2@lid', participantAlt: '14155550123@s.whatsapp.net' }
  expect(chatOf(key, me)).toEqual({ number: null, lid: null, jid: '1@g.us', isGroup: true })
  expect(participantOf(key)).toEqual({ number: '14155550123', lid: '7', jid: '7@lid', isGroup: false })
  expect(participantOf({ remoteJid: '7@lid', participant: '' })).toBeNull()
})

test.each([
  ['551187654321', '5511987654321'],
  ['5511987654321', '5511987654321'],
  ['551132654321', '551132654321'],
  ['14155550123', '14155550123'],
  ['5500987654321', '5500987654321'],
])('canonicalNumber(%s) is %s', (digits, canonical) => {
  expect(canonicalNumber(digits)).toBe(canonical)
  expect(numberVariants(digits)).toContain(canonical)
})

test.each([
  ['525512345678', ['525512345678', '5215512345678']],
  ['5215512345678', ['525512345678', '5215512345678']],
  ['541123456789', ['5491123456789', '541123456789']],
  ['5491123456789', ['5491123456789', '541123456789']],
  ['22997123456', ['2290197123456', '22997123456']],
  ['351912345678', ['351912345678']],
])('numberVariants(%s) are the forms of its country, the canonical one first', (digits, forms) => {
  expect(numberVariants(digits)).toEqual(forms)
})

test('numberVariants of a Brazilian mobile number has it with and without the ninth digit', () => {
  expect(numberVariants('551187654321')).toEqual(['5511987654321', '551187654321'])
  expect(numberVariants('551132654321')).toEqual(['551132654321'])
})
