#!/bin/sh
# Makes the sounds of this folder with ffmpeg 5.1 (Debian 12: apt-get install ffmpeg): two seconds of 440 Hz as browsers,
# phones and programs write them. The tests read the files; nobody has to install ffmpeg.
set -eu
cd "$(dirname "$0")"
tone="ffmpeg -hide_banner -loglevel error -y -f lavfi -i sine=frequency=440:duration=2"
# MediaRecorder of Safari: AAC in fragments of MP4, without a duration in its head.
$tone -ac 1 -ar 48000 -c:a aac -b:a 24k -movflags frag_keyframe+empty_moov+default_base_moof -frag_duration 500000 safari.mp4
$tone -ac 1 -ar 44100 -c:a aac -b:a 24k iphone.m4a
$tone -ac 2 -ar 44100 -c:a aac -b:a 32k stereo.m4a
$tone -ac 1 -ar 16000 -c:a alac alac.m4a
$tone -ac 1 -ar 44100 -c:a aac -b:a 24k -f adts sound.aac
$tone -ac 1 -ar 44100 -c:a libmp3lame -b:a 24k sound.mp3
# Variable bit rate without a head that tells the duration.
$tone -ac 1 -ar 44100 -c:a libmp3lame -q:a 9 -write_xing 0 variable.mp3
$tone -ac 1 -ar 8000 -c:a pcm_s16le sound.wav
$tone -ac 1 -ar 16000 -c:a flac sound.flac
$tone -ac 1 -ar 44100 -c:a wmav2 -b:a 32k sound.wma
$tone -ac 1 -ar 16000 -c:a libvorbis -b:a 32k vorbis.ogg
$tone -ac 1 -ar 48000 -c:a libopus -b:a 16k opus.ogg
$tone -ac 1 -ar 48000 -c:a libopus -b:a 16k opus.webm
$tone -ac 1 -ar 48000 -c:a libopus -b:a 16k -f mp4 opus.mp4
$tone -f lavfi -i color=size=32x32:rate=5:duration=2 -ac 1 -c:a aac -b:a 24k -c:v libx264 film.mp4
