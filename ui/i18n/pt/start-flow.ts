/** Flows in conversations and on connections. */
export const startFlow = {
  action: 'Iniciar fluxo',
  flow: 'Fluxo',
  none: 'Nenhum',
  chosen: 'O fluxo escolhido',
  off: 'Fluxo desativado',
  empty: 'Nenhum fluxo ativo e publicado.',
  create: 'Crie e publique um em Fluxos.',
  welcome: 'Fluxo de boas-vindas',
  welcomeHint: 'Começa com a primeira mensagem de um cliente novo nesta conexão.',
  notPhrase: 'Fluxo para outras mensagens',
  notPhraseHint: 'Começa com a primeira mensagem de cada conversa que nenhuma frase reconhece.',
}
