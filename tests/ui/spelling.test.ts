import { expect, test } from 'bun:test'
import * as allEs from '../../ui/i18n/es/all'
import * as flowBuilderEs from '../../ui/i18n/es/flow-builder'
import * as flowListEs from '../../ui/i18n/es/flow-list-page'
import * as allPt from '../../ui/i18n/pt/all'
import * as flowBuilderPt from '../../ui/i18n/pt/flow-builder'
import * as flowListPt from '../../ui/i18n/pt/flow-list-page'

/** Checks words of docs/wording.md that are easily written without an accent or in another language. */

const pt = { ...allPt, ...flowBuilderPt, ...flowListPt }
const es = { ...allEs, ...flowBuilderEs, ...flowListEs }

type Tree = { [key: string]: unknown }
const flatten = (tree: Tree, prefix = ''): [key: string, text: string][] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string'
      ? [[prefix + key, value.replace(/\{\{\w+\}\}/g, '')] as [string, string]]
      : flatten(value as Tree, `${prefix}${key}.`),
  )
const keysWith = (texts: Tree, words: RegExp) =>
  flatten(texts)
    .filter(([, text]) => words.test(text))
    .map(([key]) => key)

test('Portuguese texts have the accents of Áudio, Vídeo, Início and Conteúdo', () =>
  expect(keysWith(pt, /\b(audio|video|inicio|conteudo)s?\b/i)).toEqual([]))

test('Portuguese texts agree in gender with áudio and conteúdo, and delete with Excluir', () =>
  expect(keysWith(pt, /(áudio|conteúdo|vídeo) adicionada|\bdelet(e|ar|ad[oa])\b/i)).toEqual([]))

test('Portuguese and Spanish texts call a ticket atendimento and conversación, except the kind of node', () => {
  expect(keysWith(pt, /\btickets?\b/i)).toEqual(['flowBuilder.kinds.ticket'])
  expect(keysWith(es, /\btickets?\b/i)).toEqual(['flowBuilder.kinds.ticket'])
})
