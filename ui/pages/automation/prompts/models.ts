import { voices } from '../../../../src/shared/voices'

/** Models offered by name, with their names on the screen; others are typed. */
export const namedModels = [
  ['gpt-3.5-turbo-1106', 'GPT 3.5 turbo'],
  ['gpt-4o-mini', 'GPT 4.0'],
] as const

export const isNamedModel = (model: string) => namedModels.some(([id]) => id === model)

/** Name of a model or of a voice. */
export const modelName = (model: string) =>
  namedModels.find(([id]) => id === model)?.[1] ?? voices.find(({ value }) => value === model)?.label ?? model
