import type { Texts } from '../pt/all'

export const phrases: Texts['phrases'] = {
  name: 'Name',
  flow: 'Flow',
  phrase: 'Phrase',
  connection: 'Connection',
  matching: 'Comparison',
  matchings: {
    exact: 'The whole message is the phrase',
    contains: 'The message contains the phrase',
  },
  status: 'Active',
}
