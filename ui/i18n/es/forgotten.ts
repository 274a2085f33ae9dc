import type { Texts } from '../pt/all'

export const forgotten: Texts['forgotten'] = {
  title: '¿Olvidó la contraseña?',
  lead: 'Escriba el correo de su cuenta. Enviaremos un código para elegir una nueva contraseña.',
  link: '¿Olvidó la contraseña?',
  send: 'Enviar código',
  resetTitle: 'Elija una nueva contraseña',
  sent: 'Enviamos un código a {{email}}. Vale por 15 minutos.',
  code: 'Código del correo',
  password: 'Nueva contraseña',
  passwordHint: 'De {{min}} a {{max}} caracteres, con número, minúscula y mayúscula.',
  confirmation: 'Repita la nueva contraseña',
  save: 'Guardar la nueva contraseña',
  again: 'No llegó: enviar otro código',
  done: 'Contraseña cambiada. Entre con la nueva.',
  toLogin: 'Volver al inicio de sesión',
  noMailTitle: 'Este servidor no envía correos',
  noMailText:
    'Pida una nueva contraseña a un administrador de su empresa: puede cambiarla en Usuarios. Si usted es el administrador, hable con quien administra el servidor.',
}
