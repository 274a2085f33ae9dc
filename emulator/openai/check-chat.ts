import { Refusal } from './refusal'

/** Request to /chat/completions after the checks. */
export interface CheckedChat {
  model: string
  messages: { role: string; content: string }[]
  maxTokens: number
  tools: string[]
}

/** Models that the stand-in offers. `reasons`: refuses `max_tokens` and any temperature but 1, as newer models do. */
const models: Record<string, { reasons?: true }> = {
  'gpt-3.5-turbo-1106': {},
  'gpt-4o-mini': {},
  'gpt-5-mini': { reasons: true },
}
const roles = ['system', 'assistant', 'user', 'function', 'tool', 'developer']
const knownFields = ['model', 'messages', 'max_tokens', 'max_completion_tokens', 'temperature', 'tools', 'tool_choice']

/** Checks a body as the real service does. @throws Refusal with its text */
export function checkChat(body: unknown): CheckedChat {
  if (!isObject(body)) throw new Refusal(400, 'We could not parse the JSON body of your request.')
  const { model, messages, tools } = body
  if (typeof model !== 'string' || model === '') throw new Refusal(400, 'you must provide a model parameter')
  refuseUnknownFields(body)
  const modelFacts = Object.hasOwn(models, model) ? models[model] : undefined
  if (!modelFacts)
    throw new Refusal(404, `The model \`${model}\` does not exist or you do not have access to it.`, 'model_not_found')
  const reasons = modelFacts.reasons === true
  checkTemperature(body.temperature, reasons)
  return {
    model,
    messages: checkMessages(messages),
    maxTokens: checkMaxTokens(body, reasons),
    tools: checkTools(tools),
  }
}

function refuseUnknownFields(body: Record<string, unknown>) {
  const unknown = Object.keys(body).find((name) => !knownFields.includes(name))
  if (unknown) throw new Refusal(400, `Unrecognized request argument supplied: ${unknown}`)
}

function checkMessages(messages: unknown): CheckedChat['messages'] {
  if (messages === undefined) throw missing('messages')
  if (!Array.isArray(messages)) throw wrongType('messages', 'an array of objects', messages)
  if (messages.length === 0)
    throw new Refusal(
      400,
      "Invalid 'messages': empty array. Expected an array with minimum length 1, but got an empty array instead.",
      'empty_array',
      'messages',
    )
  return messages.map((message, at) => checkMessage(message, `messages[${at}]`))
}

function checkMessage(message: unknown, path: string) {
  if (!isObject(message)) throw wrongType(path, 'an object', message)
  const { role, content } = message
  if (role === undefined) throw missing(`${path}.role`)
  if (typeof role !== 'string' || !roles.includes(role))
    throw new Refusal(
      400,
      `Invalid value: '${role}'. Supported values are: ${roles.map((one) => `'${one}'`).join(', ')}.`,
      'invalid_value',
      `${path}.role`,
    )
  if (typeof content !== 'string') throw wrongType(`${path}.content`, 'a string', content)
  return { role, content }
}

function checkMaxTokens(body: Record<string, unknown>, reasons: boolean): number {
  if (reasons && body.max_tokens !== undefined)
    throw new Refusal(
      400,
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
      'unsupported_parameter',
      'max_tokens',
    )
  const name = body.max_tokens === undefined ? 'max_completion_tokens' : 'max_tokens'
  const value = body[name] ?? 4096
  if (!Number.isInteger(value)) throw wrongType(name, 'an integer', value)
  if ((value as number) < 1)
    throw new Refusal(
      400,
      `Invalid '${name}': integer below minimum value. Expected a value >= 1, but got ${value} instead.`,
      'integer_below_min_value',
      name,
    )
  return value as number
}

function checkTemperature(value: unknown, reasons: boolean) {
  if (value === undefined) return
  if (typeof value !== 'number') throw wrongType('temperature', 'a decimal', value)
  if (reasons && value !== 1)
    throw new Refusal(
      400,
      `Unsupported value: 'temperature' does not support ${value} with this model. Only the default (1) value is supported.`,
      'unsupported_value',
      'temperature',
    )
  if (value > 2)
    throw new Refusal(
      400,
      `Invalid 'temperature': decimal above maximum value. Expected a value <= 2, but got ${value} instead.`,
      'decimal_above_max_value',
      'temperature',
    )
}

function checkTools(tools: unknown): string[] {
  if (tools === undefined) return []
  if (!Array.isArray(tools)) throw wrongType('tools', 'an array of objects', tools)
  return tools.map((tool, at) => {
    const name = isObject(tool) && isObject(tool.function) ? tool.function.name : undefined
    if (typeof name !== 'string') throw missing(`tools[${at}].function.name`)
    if (!/^[a-zA-Z0-9_-]{1,64}$/.test(name))
      throw new Refusal(
        400,
        `Invalid 'tools[${at}].function.name': string does not match pattern.`,
        'invalid_value',
        `tools[${at}].function.name`,
      )
    return name
  })
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const missing = (path: string) =>
  new Refusal(400, `Missing required parameter: '${path}'.`, 'missing_required_parameter', path)

const wrongType = (path: string, expected: string, value: unknown) =>
  new Refusal(
    400,
    `Invalid type for '${path}': expected ${expected}, but got ${value === null ? 'null' : `a ${typeof value}`} instead.`,
    'invalid_type',
    path,
  )
