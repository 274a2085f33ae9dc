import './browser'
import { beforeAll, expect, test } from 'bun:test'
import i18n from 'i18next'
import { AppError, type ErrorCode } from '../../src/shared/errors'
import { loadAllTexts, startTexts } from '../../ui/lib/texts'
import { errorText } from '../../ui/lib/toast'

beforeAll(async () => {
  await startTexts()
  await loadAllTexts('pt')
})

test.each<[code: ErrorCode, detail: Record<string, unknown>, says: string]>([
  ['ERR_PLAN_LIMIT', { limit: 3, what: 'users' }, 'Seu plano permite 3 usuários'],
  ['ERR_PLAN_LIMIT', { limit: 2, what: 'connections' }, 'Seu plano permite 2 conexões'],
  ['ERR_PLAN_LIMIT', { limit: 9, what: 'queues' }, 'Seu plano permite 9 setores'],
  ['ERR_PLAN_LIMIT', { limit: 1, what: 'users' }, 'Seu plano permite 1 usuário.'],
  ['ERR_PLAN_LIMIT', { limit: 1, what: 'connections' }, 'Seu plano permite 1 conexão.'],
  ['ERR_PLAN_LIMIT', { limit: 1, what: 'queues' }, 'Seu plano permite 1 setor.'],
  ['ERR_PLAN_LIMIT', { limit: 9, what: 'toString' }, 'Seu plano chegou ao limite.'],
  ['ERR_FORBIDDEN_ORIGIN', { address: 'https://desk.example' }, 'Abra o Balcão em https://desk.example.'],
  ['ERR_FORBIDDEN_ORIGIN', {}, 'Abra o Balcão pelo endereço oficial.'],
])('the text of %s with %o says "%s"', (code, detail, says) => {
  expect(errorText(new AppError(code, detail))).toContain(says)
})

test('every language names the limit of a plan and the official address', async () => {
  for (const language of ['pt', 'en', 'es'] as const) {
    await loadAllTexts(language)
    await i18n.changeLanguage(language)
    for (const what of ['users', 'connections', 'queues'])
      expect(errorText(new AppError('ERR_PLAN_LIMIT', { limit: 41, what }))).toContain('41')
    expect(errorText(new AppError('ERR_FORBIDDEN_ORIGIN', { address: 'https://a.b' }))).toContain('https://a.b')
  }
})
