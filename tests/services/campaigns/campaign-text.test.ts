import { describe, expect, test } from 'bun:test'
import { fillCampaignText, isUsableKey, unknownVariables } from '../../../src/shared/campaign/text'

const maria = { name: ' Maria Souza ', email: 'maria@padaria.test', number: '5511912345678' }
const variables = [
  { key: 'loja', value: 'Padaria {nome} $& {{email}}' },
  { key: 'preço.1', value: 'R$ 10' },
]

describe('fillCampaignText', () => {
  test.each([
    ['Oi {nome}, {email}, {numero}', 'Oi Maria Souza, maria@padaria.test, 5511912345678'],
    ['Oi {{nome}} e {{ name }}!', 'Oi Maria Souza e Maria Souza!'],
    ['Oi {primeiroNome}, {{firstName}}', 'Oi Maria, Maria'],
    ['Por {preço.1}, {{preço.1}}', 'Por R$ 10, R$ 10'],
    ['{cupom} {{cupom}} {Nome}', '{cupom} {{cupom}} {Nome}'],
    ['{ nome } {} {{}} {a b}', '{ nome } {} {{}} {a b}'],
    ['{{{nome}}}', '{Maria Souza}'],
    ['{constructor} {__proto__}', '{constructor} {__proto__}'],
  ])('%j becomes %j', (text, filled) => {
    expect(fillCampaignText(text, maria, variables)).toBe(filled)
  })

  test.each([
    ['Oi, {primeiroNome}! Chegou.', 'Oi! Chegou.'],
    ['{{primeiroNome}}, chegou {{loja}}', 'chegou Padaria {nome} $& {{email}}'],
    ['Oi {{ firstName }}.', 'Oi.'],
    ['Oi, {nome}! Chegou, {{name}}.', 'Oi! Chegou.'],
  ])('%j leaves the names of a person without a name out', (text, filled) => {
    const number = '5511912345678'
    for (const name of ['', number, '+55 11 91234-5678'])
      expect(fillCampaignText(text, { ...maria, name, number }, variables)).toBe(filled)
  })

  test('a value is inserted literally and not searched for variables', () => {
    expect(fillCampaignText('Na {loja}.', maria, variables)).toBe('Na Padaria {nome} $& {{email}}.')
  })

  test("a company's variable with the name of a recipient's does not replace it", () => {
    expect(fillCampaignText('{nome}', maria, [{ key: 'nome', value: 'Outra' }])).toBe('Maria Souza')
    expect(['nome', 'firstName', 'a b', '{x}', ''].map(isUsableKey)).toEqual([false, false, false, false, false])
    expect(['loja', 'preço.1', 'constructor'].map(isUsableKey)).toEqual([true, true, true])
  })
})

test('unknownVariables names each variable without a value once, in either form', () => {
  const text = 'Oi {nome} {cupom} {{cupom}} {{ vale }} {loja} {{firstName}} {Nome}'
  expect(unknownVariables(text, variables)).toEqual(['cupom', 'vale', 'Nome'])
})
