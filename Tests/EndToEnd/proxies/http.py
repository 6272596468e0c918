"""An HTTP proxy for one server that drops, delays and holds requests and responses."""
import http.client
import http.server
import socket
import threading


class Fault:
    """A rule for matching requests: dropped before the server, or with a lost or held response."""

    def __init__(self, matches, times=None, before=False, after=False, hold=None):
        self.matches, self.times, self.before, self.after, self.hold = matches, times, before, after, hold
        self.met = 0

    def takes(self, method, path):
        if self.times == 0 or not self.matches(method, path):
            return False
        if self.times is not None:
            self.times -= 1
        self.met += 1
        return True


class Wire:
    """The proxy, on a port of 127.0.0.1. `seen` has every request that it received."""

    def __init__(self, address):
        self.address, self.faults, self.seen, self.lock = address, [], [], threading.Lock()
        self.streams = set()
        # False drops the requests to `/events`. Without events, a page notices changes only when it
        # sends a request.
        self.tells = True
        wire = self

        class Passing(http.server.BaseHTTPRequestHandler):
            # One connection for each request. A browser repeats a request by itself if a reused
            # connection is closed.
            protocol_version = "HTTP/1.0"

            def log_message(self, *_):
                pass

            def answer(self):
                wire.answer(self)

            do_GET = do_POST = do_PUT = do_DELETE = do_PATCH = do_HEAD = answer

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Passing)
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}"

    def close(self):
        self.mend()
        self.server.shutdown()
        self.server.server_close()

    def cut(self, matches=lambda method, path: True, times=None):
        """Drops matching requests before the server receives them."""
        return self.add(Fault(matches, times, before=True))

    def lose(self, matches, times=1):
        """Forwards matching requests and drops their responses."""
        return self.add(Fault(matches, times, after=True))

    def hold(self, matches, times=1):
        """Holds the responses to matching requests until the fault's `hold` is set, at most 60
        s."""
        return self.add(Fault(matches, times, hold=threading.Event()))

    def cut_streams(self):
        """Ends all open event streams."""
        with self.lock:
            streams, self.streams = self.streams, set()
        for connection in streams:
            connection.sock.shutdown(socket.SHUT_RDWR)

    def add(self, fault):
        with self.lock:
            self.faults.append(fault)
        return fault

    def mend(self):
        """Removes all faults and releases held responses."""
        with self.lock:
            faults, self.faults = self.faults, []
        for fault in faults:
            if fault.hold:
                fault.hold.set()

    def requests(self, method, ending):
        """Returns the requests with a method whose path ends with `ending`: method, path, headers
        and body."""
        return [seen for seen in self.seen if seen[0] == method and seen[1].split("?")[0].endswith(ending)]

    def answer(self, request):
        body = request.rfile.read(int(request.headers.get("Content-Length") or 0))
        with self.lock:
            self.seen.append((request.command, request.path, dict(request.headers), body))
            fault = next((each for each in self.faults if each.takes(request.command, request.path)), None)
        if fault and fault.before or not self.tells and request.path.startswith("/events"):
            request.close_connection = True
            return
        connection = http.client.HTTPConnection(self.address.hostname, self.address.port, timeout=60)
        try:
            headers = {name: value for name, value in request.headers.items() if name.lower() not in ("host", "connection")}
            connection.request(request.command, request.path, body or None, headers)
            answer = connection.getresponse()
            if answer.getheader("Content-Type") == "text/event-stream" and not (fault and (fault.after or fault.hold)):
                return self.stream(request, connection, answer)
            content = answer.read()
        except OSError:
            request.close_connection = True
            return
        finally:
            connection.close()
        if fault and fault.after:
            request.close_connection = True
            return
        if fault and fault.hold:
            fault.hold.wait(60)
        try:
            request.send_response(answer.status)
            for name, value in answer.getheaders():
                if name.lower() not in ("connection", "date", "content-length", "transfer-encoding"):
                    request.send_header(name, value)
            request.send_header("Content-Length", str(len(content)))
            request.end_headers()
            if request.command != "HEAD":
                request.wfile.write(content)
        except OSError:
            request.close_connection = True

    def stream(self, request, connection, answer):
        """Forwards a stream until one side ends it."""
        request.close_connection = True
        with self.lock:
            self.streams.add(connection)
        try:
            request.send_response(answer.status)
            for name, value in answer.getheaders():
                if name.lower() not in ("connection", "date", "transfer-encoding"):
                    request.send_header(name, value)
            request.end_headers()
            while part := answer.read1(65536):
                request.wfile.write(part)
        except (OSError, ValueError, http.client.HTTPException):
            pass
        finally:
            with self.lock:
                self.streams.discard(connection)
