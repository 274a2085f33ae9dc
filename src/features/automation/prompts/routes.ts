import { Elysia, t } from 'elysia'
import { pageFields } from '../../../core/http/documented-response'
import { type Auth, guard } from '../../../core/http/guard'
import { changeOf, idParams as params } from '../../../core/http/schemas'
import { readUsage } from './cost/budget'
import { listCalls } from './cost/list-calls'
import {
  Prompt,
  PromptCall,
  PromptCallQuery,
  PromptDeleted,
  PromptInput,
  PromptTest,
  PromptTestResult,
  PromptUsage,
  VoiceTest,
  VoiceTestResult,
} from './model'
import { getPrompt, listPrompts } from './read'
import { createPrompt, deletePrompt, updatePrompt } from './service'
import { testVoice } from './speech/test-voice'
import { testPrompt } from './test-prompt'

const access = { can: 'prompt:edit', plan: 'useOpenAi' } as const

export const promptRoutes = (auth: Auth) =>
  new Elysia({ prefix: '/prompt' })
    .use(guard(auth))
    .get('/', async ({ scope }) => ({ prompts: await listPrompts(scope) }), {
      ...access,
      response: t.Object({ prompts: t.Array(Prompt) }),
    })
    .get('/calls', ({ scope, query }) => listCalls(scope, query), {
      ...access,
      query: PromptCallQuery,
      response: t.Object({ calls: t.Array(PromptCall), ...pageFields }),
    })
    .get('/usage', ({ scope }) => readUsage(scope), { ...access, response: PromptUsage })
    .post('/test', ({ scope, body }) => testPrompt(scope, body), {
      ...access,
      body: PromptTest,
      response: PromptTestResult,
    })
    .post('/test-voice', ({ scope, body }) => testVoice(scope, body), {
      ...access,
      body: VoiceTest,
      response: VoiceTestResult,
    })
    .get('/:id', ({ scope, params }) => getPrompt(scope, params.id), { ...access, params, response: Prompt })
    .post('/', ({ scope, body }) => createPrompt(scope, body), { ...access, body: PromptInput, response: Prompt })
    .put('/:id', ({ scope, params, body }) => updatePrompt(scope, params.id, body), {
      ...access,
      params,
      body: changeOf(PromptInput),
      response: Prompt,
    })
    .delete('/:id', ({ scope, params }) => deletePrompt(scope, params.id), {
      ...access,
      params,
      response: PromptDeleted,
    })
