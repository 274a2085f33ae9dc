/** Names of flows that the menu and the audit page show; the list of flows loads its other texts itself. */
export const flowNames = {
  title: 'Fluxos de conversa',
  name: 'Nome',
  active: 'Ativo',
  version: 'Versão',
  note: 'Nota',
}

/** Names of phrases that the menu and the audit page show; the list of phrases loads its other texts itself. */
export const phraseNames = {
  title: 'Frases de gatilho',
  name: 'Nome',
  flow: 'Fluxo',
  phrase: 'Frase',
  connection: 'Conexão',
  matching: 'Como comparar',
  matchings: {
    exact: 'A mensagem inteira é a frase',
    contains: 'A mensagem contém a frase',
  },
  status: 'Ativa',
}
