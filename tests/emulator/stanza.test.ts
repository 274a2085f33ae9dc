import { expect, test } from 'bun:test'
import { randomBytes } from 'node:crypto'
import { encodeBinaryNode } from '@whiskeysockets/baileys'
import { FrameReader, frameOf } from '../../emulator/node-io'
import { type Stanza, stanza } from '../../emulator/stanza'
import { encodeStanza } from '../../emulator/stanza-encoder'

const odd = ['', '5511922220001@s.whatsapp.net', '5511922220001:3@lid', '@s.whatsapp.net', '120363000@g.us', 'ação']
const texts = [...odd, '123-45.6', 'ABCDEF0123', 'read-self', 'message', 'x'.repeat(300), '9'.repeat(128)]

test('encodeStanza returns the same bytes as the encoder of Baileys', () => {
  const inner = texts.map((text, index) => stanza('enc', { id: text, type: text, [`a${index}`]: text }))
  const sizes = [0, 1, 255, 256, 70_000, 1 << 20].map((size) => stanza('to', {}, randomBytes(size)))
  const many = Array.from({ length: 300 }, (_, index) => stanza('item', { id: String(index) }))
  const nodes: Stanza[] = [
    stanza('iq'),
    stanza('iq', { xmlns: 'w:p' }, []),
    stanza('list', {}, 'plain text'),
    stanza('message', {}, inner),
    stanza('list', {}, many),
    ...sizes,
  ]
  for (const node of [...nodes, ...nodes]) expect(encodeStanza(node).equals(encodeBinaryNode(node))).toBe(true)
})

test.each([1, 2, 7, 1000])('FrameReader returns whole frames of a stream read %d bytes at a time', (step) => {
  const bodies = [randomBytes(10), randomBytes(0), randomBytes(300)]
  const routing = Buffer.concat([Buffer.from('ED\0\x01\0\0\x03', 'latin1'), randomBytes(3)])
  const stream = Buffer.concat([routing, Buffer.from([0x57, 0x41, 6, 3]), ...bodies.map((body) => frameOf(body))])
  const reader = new FrameReader()
  const frames: Buffer[] = []
  for (let at = 0; at < stream.length; at += step) frames.push(...reader.read(stream.subarray(at, at + step)))
  expect(frames).toEqual(bodies)
})
