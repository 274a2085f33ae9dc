import { admins, type Row } from '../row'

const prompt = {
  name: 'Atendimento',
  prompt: 'Você atende os clientes da loja com frases curtas e educadas.',
  model: 'gpt-4o-mini',
  maxTokens: 100,
  temperature: 1,
  maxMessages: 10,
  apiKey: 'sk-test-0123456789',
}

const { name: _, ...texts } = prompt
const tested = { ...texts, question: 'Que horas abre?', baseUrl: 'http://127.0.0.1:9/v1' }
const voice = { voice: 'pt-BR-YaraNeural', voiceRegion: 'brazilsouth', voiceKey: 'azure-test-0123456789' }

export const promptsRows: Record<string, Row> = {
  'GET /api/prompt': { own: admins },
  'GET /api/prompt/calls': { own: admins },
  'GET /api/prompt/usage': { own: admins },
  // The address does not listen: the refusal is in the result.
  'POST /api/prompt/test': {
    own: admins,
    body: () => tested,
    bodiesWithId: { promptId: (_, { prompt }) => ({ ...tested, promptId: prompt }) },
  },
  // The speech service of tests does not listen.
  'POST /api/prompt/test-voice': {
    own: admins,
    body: () => voice,
    bodiesWithId: { promptId: (_, { prompt }) => ({ ...voice, promptId: prompt }) },
  },
  'GET /api/prompt/:id': { own: admins, pathId: 'prompt' },
  'POST /api/prompt': {
    own: admins,
    body: ({ queue }) => ({ ...prompt, queueId: queue }),
    bodiesWithId: { queueId: (_, { queue }) => ({ ...prompt, queueId: queue }) },
  },
  'PUT /api/prompt/:id': {
    own: admins,
    pathId: 'prompt',
    body: () => ({ maxTokens: 200 }),
    bodiesWithId: { queueId: (_, { queue }) => ({ queueId: queue }) },
  },
  'DELETE /api/prompt/:id': { own: admins, pathId: 'prompt' },
}
