import type * as portuguese from '../pt/flow-files'

export const flowFiles: typeof portuguese.flowFiles = {
  choose: 'Elegir archivo',
  replace: 'Cambiar archivo',
  sending: 'Enviando… {{percent}}%',
  hints: {
    image: 'Imagen PNG o JPG de hasta 2 MB.',
    audio: 'Audio OGG, OPUS o MP3 de hasta 5 MB.',
    video: 'Video MP4 de hasta 20 MB.',
    document: 'Documento PDF, Office, texto o ZIP de hasta 20 MB.',
  },
  tooLarge: {
    image: '¡El archivo es muy grande! 2 MB como máximo',
    audio: '¡El archivo es muy grande! 5 MB como máximo',
    video: '¡El archivo es muy grande! 20 MB como máximo',
    document: '¡El archivo es demasiado grande! 20MB como máximo',
  },
  added: {
    image: '¡Imagen agregada con éxito!',
    audio: '¡Audio agregado con éxito!',
    video: '¡Contenido agregado con éxito!',
    document: '¡Documento añadido con éxito!',
  },
  noVoice:
    'WhatsApp solo reproduce OGG con Opus como mensaje de voz. Este archivo se envía como audio común si no se convierte.',
  convert: 'Convertir',
  notConverted:
    'Este navegador no puede convertir el archivo. Se envía como audio común; para un mensaje de voz, suba un OGG con Opus.',
}
