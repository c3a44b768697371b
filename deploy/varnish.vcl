# Varnish as a shared cache in front of Spruce, which runs with CDN=on and PURGE_URL=http://127.0.0.1:6081/purge. The rules
# are those for any CDN: pass what has a session, keep what is public, purge by tag.
vcl 4.1;

import std;

backend default {
	.host = "127.0.0.1";
	.port = "3000";
	.first_byte_timeout = 630s;
	.probe = {
		.url = "/readyz";
		.interval = 2s;
		.timeout = 3s;
		.window = 3;
		.threshold = 2;
		.initial = 2;
	}
}

# Who may purge: the nodes.
acl nodes {
	"localhost";
}

sub vcl_recv {
	if (req.method == "POST" && req.url == "/purge") {
		# Visitors who come through a proxy on this machine have its address here, like the nodes. But then X-Forwarded-For
		# names the visitor as well as the proxy, with a comma in between.
		if (client.ip !~ nodes || req.http.X-Forwarded-For ~ "," || !req.http.Surrogate-Key) {
			return (synth(403));
		}
		ban("obj.http.Surrogate-Key ~ (^|\s)(" + regsuball(req.http.Surrogate-Key, "\s+", "|") + ")(\s|$)");
		return (synth(200, "Purged"));
	}
	# A session, or a token, is somebody's own.
	if ((req.method != "GET" && req.method != "HEAD") || req.http.Authorization || req.http.Cookie ~ "(^|;\s*)(session|refresh)=") {
		return (pass);
	}
	# Other cookies change no page.
	unset req.http.Cookie;
	if (std.healthy(req.backend_hint)) {
		set req.grace = 10m;
	}
	return (hash);
}

sub vcl_backend_response {
	# An error of the nodes does not replace a cached page, which is served for up to a day meanwhile.
	if (beresp.status >= 500 && bereq.is_bgfetch) {
		return (abandon);
	}
	if (beresp.http.Cache-Control !~ "(?i)\bpublic\b" || beresp.http.Set-Cookie) {
		set beresp.uncacheable = true;
		set beresp.ttl = 60s;
		return (deliver);
	}
	if (beresp.http.Surrogate-Key) {
		set beresp.grace = 24h;
	}
}

sub vcl_deliver {
	# Browsers ask each time, because nobody can purge them.
	if (resp.http.Surrogate-Key) {
		set resp.http.Cache-Control = "private, no-cache";
		unset resp.http.Surrogate-Key;
		unset resp.http.Cache-Tag;
		unset resp.http.Age;
	}
}
