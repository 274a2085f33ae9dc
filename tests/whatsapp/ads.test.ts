import { expect, test } from 'bun:test'
import { proto } from '@whiskeysockets/baileys'
import { adOf } from '../../src/whatsapp/ads'
import { toInbound } from '../../src/whatsapp/inbound'

const externalAdReply = {
  title: 'Bolos\nda Ana',
  body: 'Encomende já',
  sourceType: 'ad',
  sourceId: '120210001',
  sourceUrl: 'https://fb.me/abc',
  sourceApp: 'instagram',
  ctwaClid: 'ARAkLkA8rmlFeiCktEJ',
  thumbnail: new Uint8Array(100).fill(1),
}
const read = (contextInfo: proto.IContextInfo, fromMe = false) => {
  const message = { extendedTextMessage: { text: 'Quero um bolo', contextInfo } }
  const key = { id: 'A1', remoteJid: '5511987654321@s.whatsapp.net', fromMe }
  const encode = () => new Uint8Array()
  const me = { pn: '5511900000000', lid: null }
  const decoded = proto.Message.decode(proto.Message.encode(message).finish())
  const inbound = toInbound(
    { key, messageTimestamp: 1_790_000_000, message: decoded },
    { me, type: 'notify', encode, now: 0 },
  )
  return inbound?.type === 'message' ? inbound : undefined
}

test('a message from an ad has its title, text, link, source, click id and small picture', () => {
  const inbound = read({ externalAdReply, conversionSource: 'FB_Ads', utm: { utmCampaign: 'natal' } })
  expect(inbound?.body).toBe('Quero um bolo')
  expect(inbound?.detail?.ad).toEqual({
    ...{ title: 'Bolos da Ana', body: 'Encomende já', link: 'https://fb.me/abc', type: 'ad', sourceId: '120210001' },
    ...{ app: 'instagram', clickId: 'ARAkLkA8rmlFeiCktEJ', entry: 'FB_Ads', campaign: 'natal' },
    thumbnail: expect.stringMatching(/^data:image\/jpeg;base64,/),
  })
})

test.each([
  ['a conversion source alone', { conversionSource: 'FB_Ads' }, 'FB_Ads'],
  [
    'an entry point that is an ad',
    { entryPointConversionSource: 'ctwa_ad', entryPointConversionApp: 'facebook' },
    'ctwa_ad',
  ],
])('%s is an ad', (_, contextInfo, entry) => {
  expect(read(contextInfo)?.detail?.ad).toMatchObject({ entry, title: '' })
})

test.each([
  ['no context', {}],
  ['another entry point', { entryPointConversionSource: 'contact_card', entryPointConversionApp: 'whatsapp' }],
  ['an empty card', { externalAdReply: { title: ' ', mediaType: 1 } }],
])('a message with %s is from no ad', (_, contextInfo) => {
  expect(read(contextInfo)?.detail ?? {}).not.toHaveProperty('ad')
})

test('an own message with a card is from no ad', () => {
  expect(read({ externalAdReply }, true)?.detail ?? {}).not.toHaveProperty('ad')
})

test('an address that runs code is no link, and long and large fields are bounded', () => {
  const sourceUrl = 'javascript:alert(1)//https://x.y'
  const ad = adOf({
    externalAdReply: { ...externalAdReply, sourceUrl, title: 'a'.repeat(9_000), thumbnail: new Uint8Array(70_000) },
  })
  expect(ad).toMatchObject({ link: '' })
  expect([ad?.title.length, ad?.thumbnail]).toEqual([300, undefined])
})
