export const phrases = {
  name: 'Nome',
  flow: 'Fluxo',
  phrase: 'Frase',
  connection: 'Conexão',
  matching: 'Como comparar',
  matchings: {
    exact: 'A mensagem inteira é a frase',
    contains: 'A mensagem contém a frase',
  },
  status: 'Ativo',
}
