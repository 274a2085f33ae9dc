import { Elysia, t } from 'elysia'
import { type Auth, guard } from '../../core/http/guard'
import { atLeastOneField, idParams as params } from '../../core/http/schemas'
import { pageFields } from '../openapi/model'
import { readUsage } from './budget'
import { listCalls } from './list-calls'
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

const admins = { can: 'prompt:edit', plan: 'useOpenAi' } as const

export const promptRoutes = (auth: Auth) =>
  new Elysia({ prefix: '/prompt' })
    .use(guard(auth))
    .get('/', async ({ scope }) => ({ prompts: await listPrompts(scope) }), {
      ...admins,
      response: t.Object({ prompts: t.Array(Prompt) }),
    })
    .get('/calls', ({ scope, query }) => listCalls(scope, query), {
      ...admins,
      query: PromptCallQuery,
      response: t.Object({ calls: t.Array(PromptCall), ...pageFields }),
    })
    .get('/usage', ({ scope }) => readUsage(scope), { ...admins, response: PromptUsage })
    .post('/test', ({ scope, body }) => testPrompt(scope, body), {
      ...admins,
      body: PromptTest,
      response: PromptTestResult,
    })
    .post('/test-voice', ({ scope, body }) => testVoice(scope, body), {
      ...admins,
      body: VoiceTest,
      response: VoiceTestResult,
    })
    .get('/:id', ({ scope, params }) => getPrompt(scope, params.id), { ...admins, params, response: Prompt })
    .post('/', ({ scope, body }) => createPrompt(scope, body), { ...admins, body: PromptInput, response: Prompt })
    .put('/:id', ({ scope, params, body }) => updatePrompt(scope, params.id, body), {
      ...admins,
      params,
      body: t.Partial(PromptInput, atLeastOneField),
      response: Prompt,
    })
    .delete('/:id', ({ scope, params }) => deletePrompt(scope, params.id), {
      ...admins,
      params,
      response: PromptDeleted,
    })
