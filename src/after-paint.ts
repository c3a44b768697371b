/** What the tags of a page's scripts become, so that nothing of them is fetched while the page is first painted. */
const changes = [
  ['<link rel="modulepreload"', '<link rel="later" fetchpriority="low"'],
  [' type="module" async=""', ' type="text/later"'],
] as const;

/** A page can be read before its scripts are there: they leave the line to styles, fonts and pictures. */
export const scriptsLast = (html: string): string =>
  import.meta.env.PROD ? changes.reduce((text, [from, to]) => text.replaceAll(from, to), html) : html;

/**
 * Runs at the end of the body, when the styles are there: fetches the scripts once something is seen. A page that is opened
 * behind others is not painted, so it fetches at once.
 */
export const afterPaint = `(()=>{let d=document,b=0,go=()=>{if(b++)return;for(const l of d.querySelectorAll('link[rel=later]'))l.rel='modulepreload';for(const s of d.querySelectorAll('script[type="text/later"]')){const m=d.createElement('script');m.type='module';m.nonce=s.nonce;m.textContent=s.textContent;d.head.append(m)}};try{d.hidden?go():new PerformanceObserver(go).observe({type:'paint',buffered:true})}catch{}setTimeout(go,2e3)})()`;
