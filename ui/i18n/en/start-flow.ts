import type { Texts } from '../pt/all'

export const startFlow: Texts['startFlow'] = {
  action: 'Start flow',
  flow: 'Flow',
  none: 'None',
  chosen: 'The chosen flow',
  off: 'Inactive flow',
  empty: 'No active, published flow.',
  create: 'Create and publish one in Flows.',
  welcome: 'Welcome flow',
  welcomeHint: 'Starts with the first message of a new customer on this connection.',
  notPhrase: 'Flow for other messages',
  notPhraseHint: 'Starts with the first message of each conversation that no phrase matches.',
}
