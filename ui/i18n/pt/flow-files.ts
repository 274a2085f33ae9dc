/** Files of nodes; loaded with the flow builder. */
export const flowFiles = {
  choose: 'Escolher arquivo',
  replace: 'Trocar arquivo',
  sending: 'Enviando… {{percent}}%',
  hints: {
    image: 'Imagem PNG ou JPG de até 2 MB.',
    audio: 'Áudio OGG, OPUS ou MP3 de até 5 MB.',
    video: 'Vídeo MP4 de até 20 MB.',
    document: 'Documento PDF, Office, texto ou ZIP de até 20 MB.',
  },
  tooLarge: {
    image: 'Arquivo é muito grande! 2MB máximo',
    audio: 'Arquivo é muito grande! 5MB máximo',
    video: 'Arquivo é muito grande! 20MB máximo',
    document: 'Arquivo é muito grande! 20MB máximo',
  },
  added: {
    image: 'Imagem adicionada com sucesso!',
    audio: 'Áudio adicionado com sucesso!',
    video: 'Conteúdo adicionado com sucesso!',
    document: 'Documento adicionado com sucesso!',
  },
  noVoice:
    'O WhatsApp só toca OGG com Opus como mensagem de voz. Este arquivo vai como áudio comum, se não for convertido.',
  convert: 'Converter',
  notConverted:
    'Este navegador não converte o arquivo. Ele vai como áudio comum; para uma mensagem de voz, envie um OGG com Opus.',
}
