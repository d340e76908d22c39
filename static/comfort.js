// Comfort while one waits: the icon says whose turn it is, a tone and a buzz call for the turn, tiles
// click, and the screen stays awake while a table is in play. Sounds are made here, from no file,
// and only where they are wished for.

import { setting } from "./settings.js";

const byId = (id) => document.getElementById(id);
const wished = (name) => setting(name) === "on";
const touched = () => navigator.userActivation?.hasBeenActive ?? true; // before, browsers forbid it

// At a cover it is the turn of somebody here, unless a computer is still to move.
const turn = () => document.querySelector("#table.my-turn") !== null ||
  (byId("cover") !== null && document.querySelector(".step") === null);

const look = () => ({
  turn: turn(),
  tiles: document.querySelectorAll("#board .tile:not(.ghost)").length,
});

let seen = look();

document.addEventListener("htmx:after:swap", () => {
  const now = look();
  if (now.tiles > seen.tiles) sound(click);
  if (now.turn && !seen.turn) {
    sound(call);
    buzz();
  }
  seen = now;
  showTurn();
  stayAwake();
});

addEventListener("setting", ({ detail: { name, value } }) => {
  if (name === "sound" && value) sound(call);
  if (name === "sound" && !value) audio?.suspend(); // silent at once
  if (name === "vibration" && value) buzz();
});

function showTurn() {
  const icon = byId("icon");
  icon.href = seen.turn ? icon.dataset.turn : icon.dataset.rest;
}

function buzz() {
  if (wished("vibration") && touched()) navigator.vibrate?.([60, 60, 120]);
}

// --- sound ------------------------------------------------------------------------------------

let audio = null;

function sound(play) {
  if (!wished("sound") || !touched() || !("AudioContext" in globalThis)) return;
  audio ??= new AudioContext();
  audio.resume();
  play(audio.currentTime + 0.02);
}

/** Two soft notes, the second higher. */
function call(start) {
  note(659.3, start, 0.35, 0.07);
  note(880, start + 0.15, 0.55, 0.07);
}

/** A tile that is put down: a short rattle and a dull blow. */
function click(start) {
  const rattle = audio.createBuffer(1, audio.sampleRate * 0.04, audio.sampleRate);
  const wave = rattle.getChannelData(0);
  for (let at = 0; at < wave.length; at++) wave[at] = (Math.random() * 2 - 1) * (1 - at / wave.length) ** 3;
  const source = new AudioBufferSourceNode(audio, { buffer: rattle });
  source.connect(new BiquadFilterNode(audio, { type: "bandpass", frequency: 1900, Q: 1.2 }))
    .connect(new GainNode(audio, { gain: 0.35 }))
    .connect(audio.destination);
  source.start(start);
  note(190, start, 0.07, 0.12);
}

function note(frequency, start, length, loudness) {
  const tone = new OscillatorNode(audio, { frequency });
  const swell = new GainNode(audio, { gain: 0 });
  swell.gain.setValueAtTime(0, start);
  swell.gain.linearRampToValueAtTime(loudness, start + 0.01);
  swell.gain.exponentialRampToValueAtTime(0.0001, start + length);
  tone.connect(swell).connect(audio.destination);
  tone.start(start);
  tone.stop(start + length);
}

// --- a screen that stays awake ------------------------------------------------------------------

let awake = null; // the browser's promise of it, as soon as it is asked for

function stayAwake() {
  const inPlay = document.querySelector("#table:not(.over)") && document.visibilityState === "visible";
  if (!inPlay) {
    awake?.then((lock) => lock?.release());
    awake = null;
  } else if (!awake) {
    awake = navigator.wakeLock?.request("screen").catch(() => null) ?? null; // a low battery may refuse
  }
}

document.addEventListener("visibilitychange", stayAwake);
stayAwake();
