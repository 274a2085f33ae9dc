import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { fillRequest } from '../../../src/shared/flow/fill-request'
import type { NodeData } from '../../../src/shared/flow/node'

/** The body of a request with this content type, template and values. */
function bodyOf(type: string, body: string, values: Record<string, string>) {
  return fill({ body, headers: type ? [['content-type', type]] : [] }, values)?.body
}

const fill = (fields: Partial<NodeData['request']>, values: Record<string, string>) =>
  fillRequest(values, { method: 'POST', url: 'https://api.test/', headers: [], body: '', saves: [], ...fields })

const form = 'application/x-www-form-urlencoded'
const parts = 'multipart/form-data; boundary=XX'

test.each([
  ['JSON', 'application/json', '{"q":"{{q}}"}', 'a"b\n', '{"q":"a\\"b\\n"}'],
  ['JSON of another type', 'application/vnd.api+json; charset=utf-8', '{"q":"{{q}}"}', '"', '{"q":"\\""}'],
  ['no content type', '', '{"q":"{{q}}"}', '"', '{"q":"\\""}'],
  ['JSON outside of a text', 'application/json', '{"q":{{q}}}', '5', '{"q":5}'],
  ['JSON outside of a text', 'application/json', '{"q":{{q}}}', '1,"admin":true', '{"q":"1,\\"admin\\":true"}'],
  ['JSON outside of a text', 'application/json', '{"a":"\\"","q":{{q}}}', '[1,2]', '{"a":"\\"","q":[1,2]}'],
  ['a form', form, 'a=1&q={{q}}', 'x&admin=1 ç+', 'a=1&q=x%26admin%3D1+%C3%A7%2B'],
  ['a form', 'Application/X-WWW-Form-URLEncoded; charset=UTF-8', 'q={{q}}', 'a=b', 'q=a%3Db'],
  ['XML', 'application/xml', '<q a="{{q}}"/>', '"><b/>&\'', '<q a="&quot;&gt;&lt;b/&gt;&amp;&apos;"/>'],
  ['SOAP', 'application/soap+xml', '<q>{{q}}</q>', '</q>', '<q>&lt;/q&gt;</q>'],
  ['CDATA', 'text/xml', '<q><![CDATA[{{q}}]]></q>', 'a]]><b/>', '<q><![CDATA[a]]]]><![CDATA[><b/]]><![CDATA[>]]></q>'],
  ['plain text', 'text/plain', 'Diz: {{q}}', '"a"\n&', 'Diz: "a"\n&'],
  ['CSV', 'text/csv', '1,"{{q}}"', 'a",2\nb', '1,"a"",2 b"'],
  [
    'parts',
    parts,
    '--XX\r\ncontent-disposition: form-data; name="{{q}}"\r\n\r\n',
    'a"; b\r\nc',
    '--XX\r\ncontent-disposition: form-data; name="a%22; b c"\r\n\r\n',
  ],
  ['parts', parts, '--XX\r\nA: b\r\n\r\n{{q}}', 'um\r\n--XX\r\ndois', '--XX\r\nA: b\r\n\r\num\r\n--\r\ndois'],
])('a value in %s is escaped (%s, %s)', (_, type, template, q, expected) => {
  expect(bodyOf(type, template, { q })).toBe(expected)
})

test('the last of two content types counts, also one from a variable', () => {
  const headers: [string, string][] = [
    ['Content-Type', 'application/json'],
    ['CONTENT-TYPE ', '{{t}}'],
  ]
  expect(fill({ headers, body: '{{q}}' }, { q: 'a&b', t: form })?.body).toBe('a%26b')
})

test('a value has no line break in a header, and no reserved sign in an address', () => {
  const made = fill({ url: 'https://api.test/{{q}}', headers: [['x-q', '{{q}}']] }, { q: 'a\r\nX-B: 1\0' })
  expect(made?.headers).toEqual([['x-q', 'a X-B: 1 ']])
  expect(made?.url).toBe('https://api.test/a%0D%0AX-B%3A%201%00')
})

test('any value stays one value of JSON, of a form and of XML', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const q = text.toWellFormed()
      expect(JSON.parse(bodyOf('application/json', '{"q":"{{q}}","z":1}', { q }) ?? '')).toEqual({ q, z: 1 })
      expect(Object.keys(JSON.parse(bodyOf('application/json', '{"q":{{q}},"z":1}', { q }) ?? ''))).toEqual(['q', 'z'])
      expect([...new URLSearchParams(bodyOf(form, 'q={{q}}&z=1', { q }))]).toEqual([
        ['q', q],
        ['z', '1'],
      ])
      expect(bodyOf('text/xml', '<q>{{q}}</q>', { q })?.slice(3, -4)).not.toMatch(/[<>"']/)
    }),
  )
})

test('a body of a megabyte of variables is read in one pass', () => {
  for (const type of ['application/json', 'text/xml', parts])
    expect(bodyOf(type, '{{q}}'.repeat(200_000), { q: 'x' })).toBeUndefined()
})
